import { afterAll, beforeAll, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { SIGNALBOX } from "../../src/sandbox/slack-workspace/seed.ts";
import {
  GIA,
  GLOBEX,
  GLOBEX_TREASURY,
  HAL,
} from "../../src/sandbox/slack-workspace/seeds/globex.ts";
import { addToSlack } from "../support/install.ts";
import type { Person } from "../support/person.ts";
import { person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { openTokenForm } from "../support/token-form.ts";
import {
  chooseChannel,
  linkShown,
  linkToConnect,
  nameApprovers,
  openSetup,
  press,
  setupReading,
} from "./set-up-steps.ts";

let sandbox: TestSandbox;
let gia: Person;
let hal: Person;
/** Of Globex at the Rail service. */
let token: string;
beforeAll(async () => {
  sandbox = await startTestSandbox({ world: "many" });
  const { slack, publicUrl = "", railTokens } = sandbox;
  await addToSlack(slack, publicUrl, "Gia Novak, in Globex");
  [gia, hal] = [GIA, HAL].map((id) => person(slack.url, id, { team: GLOBEX, app: SIGNALBOX })) as [
    Person,
    Person,
  ];
  token = railTokens.get("Globex") ?? "";
  await gia.command(GLOBEX_TREASURY, "/invite @signalbox");
});
afterAll(() => sandbox.stop());

const toldGia = async () => (await gia.directMessages()).map((each) => plainTextOf(each)).join();

it("where the bot has a public address a token is entered on its page, and Slack shows its end", async () => {
  await openSetup(gia, GLOBEX_TREASURY);
  const link = await linkToConnect(gia);

  const { text, send } = await openTokenForm(link);
  expect(text).toContain(`Globex (${GLOBEX})`);
  expect(text).toContain("@gia, in Slack");
  const refused = await send("another-companys-token");
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("does not accept this token");
  const kept = await send(token);

  expect(kept.status).toBe(200);
  const page = await kept.text();
  expect(page).toContain(`ends in <code>${token.slice(-4)}</code>`);
  expect(page).not.toContain(token);
  await gia.close("top");
  expect(await setupReading(gia, "The workspace is connected.")).toContain(
    `token ending in ${token.slice(-4)}`,
  );
  await gia.waitFor(
    async () => (await toldGia()).includes("A token was given by your link."),
    "the word that a token was given",
  );
  const seen = [await gia.modal(), await gia.directMessages(), sandbox.slack.traffic()];
  expect(JSON.stringify(seen)).not.toContain(token);

  const again = await openTokenForm(link);
  expect([again.response.status, again.text]).toEqual([
    410,
    expect.stringContaining("This link is used up"),
  ]);
  expect((await send(token)).status).toBe(410);
  expect(await toldGia()).not.toMatch(/given by your link.*given by your link/s);
});

it("once it is set up, a token that may be another company's is asked for, and takes nothing's place before", async () => {
  await chooseChannel(gia, GLOBEX_TREASURY);
  await nameApprovers(gia, [GIA, HAL], 1);
  await setupReading(gia, "Globex is set up");
  const others = sandbox.railTokens.get("Initech Europe") ?? "";

  await press(gia, "Replace the token", "Enter the token");
  const { send } = await openTokenForm(await linkShown(gia));
  const asked = await (await send(others)).text();

  expect(asked).toContain("The connection is asked for");
  await gia.close("top");
  expect(await setupReading(gia, "asks the approvers for it")).toContain(
    `token ending in ${token.slice(-4)}`,
  );
  const card = await hal.waitFor(
    async () =>
      (await hal.messages(GLOBEX_TREASURY)).find((each) =>
        plainTextOf(each).includes("Connection to sandbox"),
      ),
    "the card of the connection",
  );
  await hal.click({ channel: GLOBEX_TREASURY, ts: card.ts }, "Review and approve");
  await hal.waitFor(() => hal.modal(), "the review");
  await hal.submit();
  await gia.waitFor(async () => {
    await openSetup(gia, GLOBEX_TREASURY);
    const text = plainTextOf((await gia.modal()) ?? {});
    await gia.close("all");
    return text.includes(`token ending in ${others.slice(-4)}`);
  }, "the other connection to be in force");
});

it("a link is over after ten minutes, and nothing is kept by it", async () => {
  await openSetup(gia, GLOBEX_TREASURY);
  await press(gia, "Replace the token", "Enter the token");
  const link = await linkShown(gia);
  const { send } = await openTokenForm(link);
  sandbox.slack.clock.advance(10 * 60_000);

  const late = await send(token);

  expect([late.status, await late.text()]).toEqual([
    410,
    expect.stringContaining("This link has expired"),
  ]);
  expect((await openTokenForm(link)).response.status).toBe(410);
  await gia.close("all");
  await openSetup(gia, GLOBEX_TREASURY);
  expect(await setupReading(gia, "1 · Connection")).not.toContain(token.slice(-4));
});

it("removed and installed again, it begins from nothing, and an administrator sets it up at once", async () => {
  await gia.close("all");
  await gia.uninstall();
  const { slack, publicUrl = "" } = sandbox;
  await addToSlack(slack, publicUrl, "Gia Novak, in Globex");

  await openSetup(gia, GLOBEX_TREASURY);

  expect(await setupReading(gia, "Globex is not ready.")).toContain(
    "Missing: the connection to the Rail service, the approvals channel, the approvers and their quorum",
  );
  await nameApprovers(gia, [GIA, HAL], 1);
  await setupReading(gia, "The approvers and their quorum are saved.");
  await chooseChannel(gia, GLOBEX_TREASURY);
  await openTokenForm(await linkToConnect(gia)).then(({ send }) => send(token));
  await gia.close("top");
  await setupReading(gia, "Globex is set up");
});
