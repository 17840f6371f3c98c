import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { disputeRail } from "../../src/rail/disputes/dispute-rail.ts";
import { reportProblem } from "../../src/rail/disputes/report-problem.ts";
import { carryOut } from "../../src/request/carry-out.ts";
import { ANA, BEN } from "../support/builders.ts";
import { hasPostgres } from "../support/postgres.ts";
import type { TestStore } from "../support/store.ts";
import { held, openTwoAtOnce, somebodyWaits } from "./at-once.ts";
import { toAdopt } from "./register-steps.ts";
import { asked } from "./setup-steps.ts";
import { bothApprove, delivery, refOf, stateOf } from "./steps.ts";
import { aWorld } from "./world.ts";

describe.runIf(hasPostgres)("an adoption, on PostgreSQL", () => {
  let database: TestStore;
  beforeAll(async () => {
    database = await openTwoAtOnce();
  });
  afterAll(() => database?.close());

  it("takes no effect while a dispute about its Rail commits", async () => {
    const world = await aWorld(database);
    const { deps, workspaceId } = world;
    const change = await toAdopt(world);
    const { railId } = change;
    const request = await asked(world, change);
    await bothApprove(world, request);
    const report = { workspaceId, railId, by: ANA, reason: "Odd", delivery: delivery() };
    await reportProblem(deps, report);
    const reportedAt = world.now.value;
    const disputing = held(deps, "seen_rails");

    const dispute = { workspaceId, railId, by: BEN, reportedAt, delivery: delivery() };
    const disputed = disputeRail(disputing.deps, dispute);
    await disputing.reached;
    const adopted = carryOut(deps, refOf(request));
    await somebodyWaits(database);
    disputing.letGo();
    await Promise.all([disputed, adopted]);

    expect(await stateOf(world, refOf(request))).toMatchObject({ status: "voided" });
  });
});
