import { expect, it } from "vitest";
import { checkPaymentDetails, paymentCheck } from "../../src/check/payment-check.ts";
import { isAlarming } from "../../src/check/rules/judge.ts";
import { knownRailRows, railStatus } from "../../src/rail/screens/rail-row.ts";
import { approved, runJobs } from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import { after } from "../support/builders.ts";
import { plainText } from "../support/plain-text.ts";
import { useTestStore } from "../support/use-store.ts";

const database = useTestStore();

it("warns of the account of a Rail that the service no longer shows, as the list and its instructions do", async () => {
  const world = await aWorld(database);
  const { deps, workspaceId, connectionId } = world;
  await runJobs(world, await approved(world));
  // The whole list was read since, and it is not in it: the Rail is found there no more.
  await deps.db
    .updateTable("connections")
    .set({ rails_read_at: new Date(after({ days: 2 })) })
    .where("id", "=", connectionId)
    .execute();
  const [row] = await knownRailRows(deps.db, connectionId);
  if (!row) throw new Error("There is a Rail");
  expect(railStatus(row.known)).toBe("🔴 No longer shown");
  const iban = row.known.rail.source.detail?.value ?? "";

  const check = await checkPaymentDetails(deps.db, workspaceId, iban);
  const message = paymentCheck({
    ...check,
    now: after({ days: 2 }),
    command: "/rail",
    isCut: false,
  });
  const text = plainText(message.blocks);
  expect({ alarms: check.judged.map(isAlarming), text }).toMatchObject({
    alarms: [true],
    text: expect.stringContaining("do not send money to it"),
  });
});
