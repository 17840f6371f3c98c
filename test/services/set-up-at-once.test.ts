import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstBreak } from "../../src/domain/audit.ts";
import { applySetupChange } from "../../src/services/apply-setup-change.ts";
import { createRail } from "../../src/services/create-rail.ts";
import { removeApprover } from "../../src/services/remove-approver.ts";
import { aPolicyChange, CAL, DAN } from "../support/builders.ts";
import { hasPostgres } from "../support/postgres.ts";
import type { TestStore } from "../support/store.ts";
import { held, openTwoAtOnce, somebodyWaits } from "./at-once.ts";
import { asked } from "./setup-steps.ts";
import { approved, bothApprove, delivery, must, refOf, stateOf } from "./steps.ts";
import { aWorld } from "./world.ts";

describe.runIf(hasPostgres)("two at once, of whom one changes the set-up, on PostgreSQL", () => {
  let database: TestStore;
  beforeAll(async () => {
    database = await openTwoAtOnce();
  });
  afterAll(() => database?.close());

  it("brings one of two policies into force that were made from the same one", async () => {
    const world = await aWorld(database);
    const one = await asked(world, aPolicyChange());
    const other = await asked(world, aPolicyChange({ name: "Another" }));
    for (const request of [one, other]) await bothApprove(world, request);
    const first = held(world.deps, "savePolicyVersion");
    const applying = applySetupChange(first.deps, refOf(one));
    await first.reached;

    const applyingOther = applySetupChange(world.deps, refOf(other));
    await somebodyWaits(database);
    first.letGo();
    await Promise.all([applying, applyingOther]);

    expect((await stateOf(world, refOf(one))).status).toBe("in-force");
    expect((await stateOf(world, refOf(other))).status).toBe("voided");
    expect((await database.store.policyInForce(world.workspaceId)).version).toBe(2);
    expect(firstBreak(await database.store.listAudit(world.workspaceId))).toBeUndefined();
  });

  it("sends nothing for an approver who was removed first, although the claim began before that was saved", async () => {
    const world = await aWorld(database);
    const { workspaceId } = world;
    const ref = await approved(world);
    const removal = held(world.deps, "savePolicyVersion");
    const who = { workspaceId, by: DAN, userId: CAL, delivery: delivery() };
    const removing = removeApprover(removal.deps, who);
    await removal.reached;

    const sending = createRail(world.deps, ref);
    await somebodyWaits(database);
    removal.letGo();
    must(await removing);
    await sending;

    expect((await stateOf(world, ref)).status).toBe("pending");
    expect(world.posts()).toBe(0);
  });
});
