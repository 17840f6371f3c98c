import { afterAll, beforeAll, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, CAL, DEE, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { answerText, approve, cardOf, cardReading } from "./steps.ts";

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
let cal: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  [ana, ben, cal] = [sandbox.as(ANA), sandbox.as(BEN), sandbox.as(CAL)];
});
afterAll(() => sandbox.stop());

const modalText = async (person: Person) => {
  const modal = await person.modal();
  return modal ? plainTextOf(modal) : "";
};

const WRITTEN = `cool-down: 0h
rules:
  - name: First uses
    when: { change: create-rail, first-use: true }
    approvals: 2
    approvers: [${BEN}, ${CAL}, ${DEE}]
    expires-after: 2d
  - name: All else
    approvals: 1
    approvers: [${BEN}, ${CAL}]
`;

async function propose(text: string): Promise<void> {
  await ana.command(TREASURY, "/rail policy propose");
  await ana.waitFor(
    async () => (await ana.modal())?.callback_id === "policy_text",
    "the policy as text",
  );
  await ana.fill("The policy", text);
  await ana.fill("Reason", "First uses wait longer");
  await ana.submit();
}

it("a policy is shown, tested, proposed as text and in force when its approvers have agreed", async () => {
  const before = await answerText(ana, "/rail policy");
  expect(before).toContain("Policy version 1");
  expect(before).toContain("Rails and destinations");
  expect(before).toContain(`2 approvals of <@${BEN}>`);
  expect(await answerText(ana, "/rail policy test on GBP first-use")).toContain(
    "“Rails and destinations” decides",
  );

  await propose(WRITTEN.replace("approvals: 1", "aprovals: 1"));
  expect(JSON.stringify((await ana.modal())?.errors)).toContain(
    "Line 9: “aprovals” is not known here. Did you mean approvals?",
  );
  await ana.fill("The policy", WRITTEN.replace("approvals: 2", "approvals: 3"));
  await ana.submit();
  expect(await modalText(ana)).toContain(
    "“First uses”: 3 approvals needed; whoever asks never counts, and may be one of them, so it has to name 4 who count; 3 do now",
  );
  await ana.close("top");
  await ana.fill("The policy", WRITTEN);
  await ana.submit();
  const shown = await modalText(ana);
  expect(shown).toContain("New rule “First uses”, before all others");
  expect(shown).toContain("“First uses”: 3 could approve, 2 must");
  await ana.submit();

  const card = await cardOf(ana, "Policy version 2");
  await approve(ben, card);
  expect(await answerText(ana, "/rail policy")).toContain("Policy version 1");
  await approve(cal, card);
  await cardReading(ana, "Policy version 2", "IN FORCE");

  expect(await answerText(ana, "/rail policy show")).toContain("Policy version 2");
  expect(await answerText(ana, "/rail policy test first-use")).toContain("“First uses” decides");
  const told = await answerText(ana, "/rail policy test used");
  expect(told).toContain("“All else” decides");
  expect(told).toContain("“First uses” does not: it is for first uses");
  const history = await answerText(ana, "/rail policy history");
  expect(history).toContain(`asked for by <@${ANA}> in R-1`);
  expect(history).toContain("from the configuration of Signalbox");
});
