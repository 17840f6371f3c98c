import { expect, it } from "vitest";
import type { SeenMessage } from "../../src/sandbox/slack-workspace/page-routes/page-state.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, BEN, CAL, DEE } from "../../src/sandbox/slack-workspace/seed.ts";
import {
  answerText,
  approve,
  askToWhitelist,
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
