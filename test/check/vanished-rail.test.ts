import { expect, it } from "vitest";
import { checkPaymentDetails, paymentCheck } from "../../src/check/payment-check.ts";
import { isAlarming } from "../../src/check/rules/judge.ts";
import type { Rail } from "../../src/platform/rail-api/rules/rail.ts";
import { rememberingRails } from "../../src/rail/creating/remember-rails.ts";
import { knownRailRows, railStatus } from "../../src/rail/screens/rail-row.ts";
import { approved, runJobs } from "../services/steps.ts";
import type { World } from "../services/world.ts";
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

const ELSEWHERE = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";

/** The whole list is read, and shows each Rail delivering into another wallet. */
async function readElsewhere({ deps, workspaceId, connectionId }: World): Promise<void> {
  const rails = await deps.railApis(workspaceId, connectionId, "to-compare");
  const moved = (rail: Rail): Rail => {
    if (rail.type !== "ON_RAMP") return rail;
    const wallet = { ...rail.destination.wallet, id: "wa_other", address: ELSEWHERE };
    return { ...rail, destination: { ...rail.destination, wallet } };
  };
  async function* listRails() {
    for await (const page of rails.listRails()) yield { ...page, rails: page.rails.map(moved) };
  }
  const reading = rememberingRails(deps, workspaceId, connectionId, { ...rails, listRails });
  for await (const _ of reading.listRails());
}

it("warns of the account of a Rail that the list shows delivering elsewhere, before that is judged", async () => {
  const world = await aWorld(database);
  const { deps, workspaceId, connectionId } = world;
  await runJobs(world, await approved(world));
  const statusNow = async () => {
    const [row] = await knownRailRows(deps.db, connectionId);
    if (!row) throw new Error("There is a Rail");
    const iban = row.known.rail.source.detail?.value ?? "";
    const { judged } = await checkPaymentDetails(deps.db, workspaceId, iban);
    return { listed: railStatus(row.known), alarms: judged.map(isAlarming) };
  };
  expect(await statusNow()).toEqual({ listed: "Approved · R-1", alarms: [false] });

  await readElsewhere(world);

  expect(await statusNow()).toEqual({ listed: "🔴 R-1 withheld", alarms: [true] });
});
