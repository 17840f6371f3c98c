import { afterAll, beforeAll, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import {
  ANA,
  APPROVALS,
  acmeSeed,
  BEN,
  BOT,
  CAL,
  DEE,
  TREASURY,
} from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { errorsOf, openSetup, press, setupReading } from "./set-up-steps.ts";
import { answerText, approve, ask, cardOf, cardReading } from "./steps.ts";

const [INVITED, WHOLE_ENTERPRISE] = ["C0INVITED1", "C0ENTERPR1"];
const members = [ANA, BEN, CAL, DEE, BOT];
const channels = [
  ...acmeSeed.channels.map((each) => ({ ...each })),
  { id: INVITED, name: "with-our-bank", isPendingShared: true, members },
  { id: WHOLE_ENTERPRISE, name: "group-approvals", isOrgShared: true, members },
];

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
let cal: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox({ seed: { ...acmeSeed, channels } });
  [ana, ben, cal] = [sandbox.as(ANA), sandbox.as(BEN), sandbox.as(CAL)];
});
afterAll(() => sandbox.stop());

it("stays the same under another name", async () => {
  for (const channel of channels) if (channel.id === APPROVALS) channel.name = "money-approvals";

  const card = await ask(ana, { name: "Payroll float" });
  await approve(ben, card);

  expect(plainTextOf(await cardReading(ana, "Payroll float", "WAITING 1 of 2"))).toContain("R-1");
  await openSetup(ben, TREASURY);
  await setupReading(ben, `2 · Approvals channel: <#${APPROVALS}>`);
  await ben.close("all");
  expect(await answerText(ben, "/rail health")).toMatch(/🟢 Fine · Approvals channel/);
});

it("is none into which another organisation is invited, and may be one of the whole enterprise", async () => {
  await openSetup(ben, TREASURY);
  await press(ben, "Choose another channel", "Approvals channel");
  await ben.fill("Reason", "The whole group approves now");
  await ben.choose("Channel", INVITED);
  await ben.submit();
  expect(await errorsOf(ben)).toContain("shared with another organisation, or about to be");

  await ben.choose("Channel", WHOLE_ENTERPRISE);
  await ben.submit();
  await setupReading(ben, "asks the approvers for it");
  const asked = await cardOf(ana, "Another approvals channel");
  await approve(cal, asked);
  await approve(sandbox.as(DEE), asked);
  await cardReading(ana, "Another approvals channel", "IN FORCE");

  await askElsewhere("Cash float");
});

/** Its card stands in the new channel alone. */
async function askElsewhere(name: string): Promise<void> {
  await ana.command(TREASURY, "/rail new");
  await ana.waitFor(() => ana.modal(), "the New Rail form");
  await ana.fill("Name", name);
  await ana.choose("Delivered to", "Treasury cold wallet");
  await ana.fill("Reason", "The weekly run");
  await ana.submit();
  if ((await ana.modal())?.callback_id === "new_rail") {
    await ana.choose("Another one", ["another"]);
    await ana.submit();
  }
  await ana.submit();
  const isThere = async (channel: string) =>
    (await ana.messages(channel)).some((each) => plainTextOf(each).includes(`· ${name}`));
  await ana.waitFor(() => isThere(WHOLE_ENTERPRISE), "the card in the new channel");
  expect(await isThere(APPROVALS)).toBe(false);
}
