import { afterAll, beforeAll, expect, it } from "vitest";
import type { SeenMessage } from "../../src/sandbox/slack-workspace/page-state.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, CAL, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { makeAgain } from "./rails-elsewhere.ts";
import { answerText, approve, ask, cardReading } from "./steps.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

it("a second Rail that turns up after DONE: the instructions in the channel are taken back, and the requester is told", async () => {
  const [ana, ben, cal] = [sandbox.as(ANA), sandbox.as(BEN), sandbox.as(CAL)];
  const card = await ask(ana, { name: "Cash out", type: "OFF_RAMP" });
  await approve(ben, card);
  await approve(cal, card);
  await cardReading(ana, "Cash out", "DONE");
  const first = sandbox.rails.rails("Acme").at(-1) as { source: { wallet: { address: string } } };
  const { address } = first.source.wallet;
  const posted = async () =>
    (await ana.messages(TREASURY)).filter((each) => !each.ephemeral && isOfIt(each));
  const [instructions] = await posted();
  expect(plainTextOf(instructions ?? {})).toContain(address);

  const other = await makeAgain(sandbox);
  // The list of all Rails is read at the start, and every ten minutes.
  await sandbox.restart();

  const withdrawn = await ana.waitFor(
    async () => (await posted()).find((each) => plainTextOf(each).includes("Do not send money")),
    "the instructions to be withdrawn",
    { withinMs: 30_000 },
  );
  expect(withdrawn.ts).toBe(instructions?.ts);
  expect(await posted()).toHaveLength(1);
  expect(plainTextOf(withdrawn)).toContain(other);
  expect(withdrawn.text).toMatch(
    /^Do not send money to it: the deposit instructions of R-1, Cash out/,
  );
  expect(JSON.stringify(withdrawn)).not.toContain(address);
  expect(JSON.stringify(withdrawn)).toContain(card.ts.replace(".", ""));
  expect(withdrawn.blocks?.some(({ type }) => type === "actions" || type === "image")).toBe(false);

  const toldTo = async (reader: typeof ana) => (await reader.directMessages()).filter(tellsOfIt);
  const told = await ana.waitFor(async () => (await toldTo(ana))[0], "Ana to be told");
  expect(plainTextOf(told)).toContain("its deposit instructions are withdrawn.");
  expect(plainTextOf(told)).toContain("The message with them says so now.");
  await cardReading(ana, "Cash out", "QUARANTINED");
  expect(await answerText(ana, "/rail show Cash out")).not.toContain(address);

  await sandbox.restart();
  await cardReading(ana, "Cash out", "QUARANTINED");
  expect(await toldTo(ana)).toHaveLength(1);
  expect(await toldTo(ben)).toEqual([]);
}, 120_000);

const isOfIt = (message: SeenMessage) => plainTextOf(message).includes("Cash out");

/** Apart from being told how it ended. */
const tellsOfIt = (message: SeenMessage) =>
  isOfIt(message) && plainTextOf(message).includes("instructions are withdrawn");
