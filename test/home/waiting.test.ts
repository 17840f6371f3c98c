import { expect, it } from "vitest";
import { waitingFor } from "../../src/home/waiting.ts";
import { disputeRail } from "../../src/rail/disputes/dispute-rail.ts";
import { reportProblem } from "../../src/rail/disputes/report-problem.ts";
import { knownRailRows } from "../../src/rail/screens/rail-row.ts";
import { findPolicy } from "../../src/request/queries/companies.ts";
import { listOpenRequests } from "../../src/request/queries/find-requests.ts";
import { numberOf } from "../../src/request/rules/change-request.ts";
import { makeRail, oneUnanswered, untilAPersonIsAsked } from "../services/at-the-service.ts";
import { proposing, readAll } from "../services/register-steps.ts";
import {
  approved,
  approves,
  delivery,
  must,
  refOf,
  requested,
  runJobs,
} from "../services/steps.ts";
import type { World } from "../services/world.ts";
import { aWorld } from "../services/world.ts";
import { ANA, BEN, CAL, DAN } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";

const database = useTestStore();

/** By numbers and names, as the Home says it. */
async function waits({ deps, workspaceId, connectionId }: World, userId: string) {
  const policy = await findPolicy(deps.db, workspaceId);
  const rails = await knownRailRows(deps.db, connectionId);
  const open = await listOpenRequests(deps.db, workspaceId);
  const found = await waitingFor(deps, { workspaceId, userId }, policy, { rails, open });
  return {
    approvals: found.approvals.map(numberOf),
    remedies: found.remedies.map(numberOf),
    rails: found.rails.map(({ ref }) => ref),
    reviews: found.reviews,
  };
}

const NOTHING = { approvals: [], remedies: [], rails: [], reviews: 0 };

it("a request waits for each approver who has not approved it, and not for who asked", async () => {
  const world = await aWorld(database);
  const request = await requested(world);
  must(await approves(world, request, BEN));

  expect(await waits(world, CAL)).toEqual({ ...NOTHING, approvals: ["R-1"] });
  expect(await waits(world, DAN)).toEqual({ ...NOTHING, approvals: ["R-1"] });
  for (const other of [ANA, BEN]) expect(await waits(world, other)).toEqual(NOTHING);
});

it("an unknown outcome waits for the approvers, and then for those who can agree", async () => {
  const world = await aWorld(database);
  const ref = await oneUnanswered(world);
  await untilAPersonIsAsked(world, ref);
  const waiting = { ...NOTHING, remedies: ["R-1"] };
  for (const approver of [BEN, CAL]) expect(await waits(world, approver)).toEqual(waiting);
  expect(await waits(world, ANA)).toEqual(NOTHING);

  must(await proposing(world, ref, BEN, { type: "close" }));

  expect(await waits(world, BEN)).toEqual(NOTHING);
  expect(await waits(world, CAL)).toEqual(waiting);
});

it("a Rail made elsewhere or with a reported problem waits for approvers until one decides", async () => {
  const world = await aWorld(database);
  const request = await requested(world);
  const elsewhere = await makeRail(world, refOf(request));
  const ref = await approved(world, { name: "Second" });
  await runJobs(world, ref);
  await readAll(world);
  expect(await waits(world, BEN)).toMatchObject({ rails: [elsewhere] });
  expect(await waits(world, ANA)).toEqual(NOTHING);

  const { deps, workspaceId } = world;
  const rail = (await knownRailRows(deps.db, world.connectionId)).find((row) => row.by === ANA);
  for (const railId of [elsewhere, rail?.ref ?? ""]) {
    const report = { workspaceId, railId, by: ANA, reason: "Odd", delivery: delivery() };
    await reportProblem(deps, report);
  }
  expect((await waits(world, BEN)).rails).toHaveLength(2);

  const reportedAt = world.now.value;
  await disputeRail(deps, {
    workspaceId,
    railId: elsewhere,
    reportedAt,
    by: BEN,
    delivery: delivery(),
  });
  expect((await waits(world, BEN)).rails).toEqual([rail?.ref]);
});
