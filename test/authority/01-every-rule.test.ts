import { expect, it } from "vitest";
import type { SeenMessage } from "../../src/sandbox/slack-workspace/page-routes/page-state.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, CAL, DEE, EVE, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { answerText, approve, cardOf, cardReading } from "../e2e/steps.ts";
import { useSandbox } from "../support/use-sandbox.ts";

const sandbox = useSandbox();
const as = (id: string) => sandbox.as(id);

const RAILS = `  - name: All else
    approvals: 2
    approvers: [${BEN}, ${CAL}, ${DEE}]
`;
const STRICT = `cool-down: 72h
rules:
  - name: Destinations
    when: { change: [whitelist-destination, import-destination, retire-destination] }
    approvals: 2
    approvers: [${ANA}, ${DEE}, ${EVE}]
${RAILS}`;
const TAKEN_OVER = `cool-down: 0h
rules:
  - name: Destinations
    when: { change: [whitelist-destination, import-destination, retire-destination] }
    approvals: 1
    approvers: [${BEN}, ${CAL}]
${RAILS}`;

async function proposed(text: string, name: string): Promise<SeenMessage> {
  const ana = as(ANA);
  await ana.command(TREASURY, "/rail policy propose");
  await ana.waitFor(() => ana.modal(), "the policy as text");
  await ana.fill("The policy", text);
  await ana.fill("Reason", "Another policy");
  await ana.submit();
  await ana.submit();
  return cardOf(ana, name);
}

it("approvers of one rule do not make another rule theirs: it takes the quorum of both, by the old text", async () => {
  const first = await proposed(STRICT, "Policy version 2");
  for (const id of [BEN, CAL]) await approve(as(id), first);
  await cardReading(as(ANA), "Policy version 2", "IN EFFECT");

  const card = await proposed(TAKEN_OVER, "Policy version 3");
  for (const id of [BEN, CAL]) await approve(as(id), card);

  const waiting = plainTextOf(await cardReading(as(ANA), "Policy version 3", "WAITING 2 of 4"));
  expect(waiting).toContain("2 of the approvers of “Destinations”");
  expect(await answerText(as(ANA), "/rail policy")).toContain("Policy version 2");

  await approve(as(DEE), card);
  const still = await cardReading(
    as(ANA),
    "Policy version 3",
    "1 of the approvers of “Destinations”",
  );
  expect(plainTextOf(still)).toContain("WAITING 3 of 4");
  await approve(as(EVE), card);
  await cardReading(as(ANA), "Policy version 3", "IN EFFECT");
});
