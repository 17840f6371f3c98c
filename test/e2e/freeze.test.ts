import { beforeAll, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import {
  ANA,
  APPROVALS,
  acmeSeed,
  BEN,
  CAL,
  DEE,
  GUS,
} from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import { useSandbox } from "../support/use-sandbox.ts";
import {
  answerText,
  answerTo,
  approve,
  ask,
  cardReading,
  on,
  openReview,
  privateAnswer,
} from "./steps.ts";

const channels = acmeSeed.channels.map((each) => ({ ...each }));

const sandbox = useSandbox({ seed: { ...acmeSeed, channels } });
let ana: Person;
let ben: Person;
let cal: Person;
let dee: Person;
beforeAll(() => {
  ({ ana, ben, cal, dee } = sandbox);
});

const posts = () =>
  sandbox.rails.calls().filter(({ method, path }) => method === "POST" && path.endsWith("/rails"))
    .length;

const noticeReading = (words: string) =>
  ana.waitFor(
    async () =>
      (await ana.messages(APPROVALS)).findLast(
        (each) => !each.ephemeral && plainTextOf(each).includes(words),
      ),
    `the notice that reads "${words}"`,
  );

/** Presses the button, and reads the private answer. */
const letGo = async (who: Person, { channel, ts }: { channel: string; ts: string }) =>
  plainTextOf(
    await privateAnswer(who, channel, () => who.click({ channel, ts }, "Resume sending")),
  );

async function letItGoOn(): Promise<void> {
  const notice = await noticeReading("SENDING IS FROZEN");
  await letGo(ben, on(notice));
  expect(await letGo(cal, on(notice))).toContain("Sending resumed");
  await noticeReading("Sending resumed");
}

it("stops all sending at once, says so everywhere, and goes on with two approvers", async () => {
  const card = await ask(ana, { name: "While frozen" });

  expect(await answerText(ana, "/rail freeze")).toContain("Only approvers can freeze");
  const toGuest = await answerText(sandbox.as(GUS), "/rail freeze");
  expect(toGuest).toContain("Only approvers can freeze");
  expect(toGuest).not.toContain(BEN);
  const told = await answerText(dee, "/rail freeze Phone call from <!channel> the *bank*");
  expect(told).toContain("Phone call from <!channel> the *bank*");
  expect(told).toContain("2 of the approvers of Rails");
  const warned = await cardReading(ana, "While frozen", "sending is frozen by");
  expect(plainTextOf(warned)).toContain("Nothing is sent until approvers resume it");

  await openReview(ben, warned);
  expect(plainTextOf((await ben.modal()) ?? {})).toContain("sending is frozen by");
  await ben.submit();
  await approve(cal, card);
  await cardReading(ana, "While frozen", "APPROVED");
  const further = await answerText(ben, "/rail freeze The mailbox is read");
  expect(further).toContain("The mailbox is read · Before that: Phone call from <!channel>");
  expect(further).toMatch(/First frozen by .*Last reason added by /);
  expect(await answerText(ben, "/rail health")).toContain("sending is frozen, last reason by");
  expect(await answerText(ana, "/rail health")).toContain(
    "Only approvers and administrators see this",
  );

  const notice = await noticeReading("The mailbox is read");
  expect(await letGo(ben, on(notice))).toContain("1 of the approvers of Rails");
  expect(await letGo(ben, on(notice))).toContain("You have agreed already");
  expect(posts()).toBe(0);

  expect(await answerText(ana, "/rail resume")).toContain("Only approvers can freeze");
  const asked = await answerTo(cal, "/rail resume");
  expect(plainTextOf(asked)).toContain("Phone call from <!channel> the *bank*");
  expect(plainTextOf(asked)).toContain("1 of the approvers of Rails");
  expect(await letGo(cal, asked)).toContain("Sending resumed");
  const done = await cardReading(ana, "While frozen", "DONE", 20_000);
  expect(plainTextOf(done)).not.toContain("sending is frozen");
  expect(posts()).toBe(1);
  const ended = await noticeReading("Sending resumed");
  expect(ended.ts).toBe(notice.ts);
  expect(plainTextOf(ended)).toMatch(/Agreed by <?@U0BEN\w+>?, <?@U0CAL/);
  expect(await answerText(dee, "/rail resume")).toContain("Sending is not frozen");
  expect(await answerText(dee, "/rail health")).toContain("Sending: on");
}, 120_000);

it("stops for a text pasted from a mail, whatever is in it, and says that it is shortened", async () => {
  const mail = `Dear all,\n\n\tSTOP\u00ad all\u200b payments, \u200fat\u200e on\u200cce. ${"x".repeat(1_500)}`;

  const told = await answerText(dee, `/rail freeze ${mail}`);

  expect(told).toContain("SENDING IS FROZEN");
  expect(told).toContain("Dear all, STOP all payments, at once. xxx");
  expect(told).toContain("longer than 1000 characters, so it was shortened");
  expect(await answerText(dee, "/rail list \u200b")).toContain("characters that no command takes");
  expect(await answerText(dee, "/rail stop")).toContain("Did you mean /rail freeze?");
  await letItGoOn();
}, 120_000);

it("is not ended by the button of an earlier freeze, and shows the one that holds now", async () => {
  await answerText(dee, "/rail freeze A drill");
  const drill = await answerTo(ben, "/rail health");
  await letItGoOn();
  await answerText(dee, "/rail freeze Somebody pays himself");

  const refused = await letGo(ben, drill);

  expect(refused).toContain("That button was about an earlier freeze, so nothing was changed");
  expect(refused).toContain("Somebody pays himself");
  expect(refused).toContain("To resume, agreed so far: none");
  await letItGoOn();
}, 120_000);

it("is told to each approver alone where the channel does not take it, and health says so", async () => {
  const channel = channels.find(({ id }) => id === APPROVALS);
  const members = channel?.members ?? [];
  Object.assign(channel ?? {}, { members: [ANA, BEN, CAL, DEE] });
  const toldTo = async (who: Person, words: string) =>
    who.waitFor(
      async () => (await who.directMessages()).find((each) => plainTextOf(each).includes(words)),
      `to be told "${words}"`,
    );

  await answerText(dee, "/rail freeze Nobody reads the channel");

  for (const who of [ben, cal, dee]) {
    const told = plainTextOf(await toldTo(who, "SENDING IS FROZEN"));
    expect(told).toContain("Nobody reads the channel");
    expect(told).toContain("invite it there with /invite");
  }
  const toldToAna = (await ana.directMessages()).map(plainTextOf);
  expect(toldToAna.filter((text) => text.includes("FROZEN"))).toEqual([]);
  expect(await answerText(ben, "/rail health")).toContain("channel does not show this yet");
  await letGo(ben, await toldTo(ben, "SENDING IS FROZEN"));
  await letGo(cal, await toldTo(cal, "SENDING IS FROZEN"));
  await toldTo(dee, "Sending resumed");
  Object.assign(channel ?? {}, { members });
}, 120_000);
