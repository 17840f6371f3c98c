import { expect, it } from "vitest";
import type { SeenMessage } from "../../src/sandbox/slack-workspace/page-routes/page-state.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import {
  ANA,
  APPROVALS,
  BEN,
  CAL,
  DEE,
  EVE,
  TREASURY,
} from "../../src/sandbox/slack-workspace/seed.ts";
import {
  answerText,
  approve,
  askToWhitelist,
  cardOf,
  cardReading,
  on,
  privateAnswer,
} from "../e2e/steps.ts";
import { useSandbox } from "../support/use-sandbox.ts";

const sandbox = useSandbox();
const as = (id: string) => sandbox.as(id);

const NAME = "Lost vault";

async function agree(id: string, card: SeenMessage): Promise<void> {
  await as(id).click(on(card), "Agree…");
  await as(id).waitFor(() => as(id).modal(), "the id to agree to");
  await as(id).submit();
}

async function enterId(id: string, card: SeenMessage, serviceId: string): Promise<void> {
  await as(id).click(on(card), "It exists: enter its id");
  await as(id).waitFor(() => as(id).modal(), "the form for the id");
  await as(id).fill("Id at the Rail service", serviceId);
  expect(await as(id).submit()).toMatchObject({ closed: true });
}

it("an id that the requester read at the service binds nothing until the full quorum of others agrees", async () => {
  sandbox.rails.faults.add({ operation: "POST /wallets", fault: { kind: "drop-after-commit" } });
  // Ben is an approver, and asks himself.
  const address = "4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF2eM2WcY1uqBoxE";
  const asked = await askToWhitelist(as(BEN), { name: NAME, network: "SOLANA_DEVNET", address });
  for (const id of [CAL, DEE]) await approve(as(id), asked);
  const card = await cardReading(as(BEN), NAME, "NEEDS REVIEW");

  await enterId(BEN, card, "wa_of_a_thief");
  const proposed = await cardReading(as(BEN), NAME, "wa_of_a_thief");
  expect(plainTextOf(proposed)).toContain("All approvals are needed again");

  await agree(CAL, proposed);
  const half = await cardReading(as(BEN), NAME, "Agreed so far");
  expect(await answerText(as(ANA), "/rail destinations")).not.toContain("wa_of_a_thief");
  for (const id of [BEN, CAL]) {
    const refused = await privateAnswer(as(id), APPROVALS, () => as(id).click(on(half), "Agree…"));
    expect(plainTextOf(refused)).toMatch(/has to agree|already/);
  }

  await agree(DEE, half);
  const done = plainTextOf(await cardReading(as(BEN), NAME, "WHITELISTED"));
  expect(done).toContain("wa_of_a_thief");
});

const APART = `cool-down: 0h
rules:
  - name: Whitelisting
    when: { change: [whitelist-destination] }
    approvals: 1
    approvers: [${BEN}, ${CAL}]
  - name: Imports
    when: { change: [import-destination] }
    approvals: 2
    approvers: [${CAL}, ${DEE}, ${EVE}]
  - name: All else
    approvals: 2
    approvers: [${BEN}, ${CAL}, ${DEE}]
`;

it("a rule of its own for imports has its quorum over the id too, and the same id proposed again agrees to it", async () => {
  await as(ANA).command(TREASURY, "/rail policy propose");
  await as(ANA).waitFor(() => as(ANA).modal(), "the policy as text");
  await as(ANA).fill("The policy", APART);
  await as(ANA).fill("Reason", "Imports are checked by others");
  await as(ANA).submit();
  await as(ANA).submit();
  const policy = await cardOf(as(ANA), "Policy version 2");
  for (const id of [BEN, CAL]) await approve(as(id), policy);
  await cardReading(as(ANA), "Policy version 2", "IN EFFECT");
  sandbox.rails.faults.add({ operation: "POST /wallets", fault: { kind: "drop-after-commit" } });
  const address = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
  const name = "Apart vault";
  const asked = await askToWhitelist(as(ANA), { name, network: "SOLANA_DEVNET", address });
  await approve(as(BEN), asked);
  await enterId(BEN, await cardReading(as(ANA), name, "NEEDS REVIEW"), "wa_apart");

  await agree(CAL, await cardReading(as(ANA), name, "wa_apart"));
  const half = await cardReading(as(ANA), name, "Agreed so far");
  expect(plainTextOf(half)).toContain("and those of the rule for imports");
  expect(await answerText(as(ANA), "/rail destinations")).not.toContain("wa_apart");
  await enterId(EVE, half, "wa_apart");

  const done = plainTextOf(await cardReading(as(ANA), name, "WHITELISTED"));
  expect(done).toContain("wa_apart");
});
