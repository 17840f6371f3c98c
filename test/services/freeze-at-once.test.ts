import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { freezeSending } from "../../src/request/freezing/freeze.ts";
import { firstBreak } from "../../src/request/rules/audit.ts";
import { listAudit } from "../support/audit-of.ts";
import { BEN } from "../support/builders.ts";
import { hasPostgres } from "../support/postgres.ts";
import type { TestStore } from "../support/store.ts";
import { held, openTwoAtOnce, somebodyWaits } from "./at-once.ts";
import { approved, delivery, expectState, must, stateOf } from "./steps.ts";
import type { Deps, World } from "./world.ts";
import { aWorld, railCount } from "./world.ts";

/** A claim and a freeze in two transactions at once: on the embedded engine one would simply wait for the other. */
describe.runIf(hasPostgres)("a claim and a freeze at once, on PostgreSQL", () => {
  let database: TestStore;
  beforeAll(async () => {
    database = await openTwoAtOnce();
  });
  afterAll(() => database?.close());

  const freeze = ({ workspaceId }: World, deps: Deps) =>
    freezeSending(deps, { workspaceId, by: BEN, reason: "Odd", delivery: delivery() });

  const actionsOf = async ({ workspaceId }: World) => {
    const audit = await listAudit(database.db, workspaceId);
    expect(firstBreak(audit)).toBeUndefined();
    return audit.map(({ action }) => action);
  };

  it("sends what was claimed first, and the freeze waits for the claim", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    const claim = held(world.deps, "requests");
    const sending = createRail(claim.deps, ref);
    await claim.reached;

    let isFrozen = false;
    const freezing = freeze(world, world.deps).then((answer) => {
      isFrozen = true;
      return answer;
    });
    await somebodyWaits(database);
    expect(isFrozen).toBe(false);
    expectState(await stateOf(world, ref), "approved");
    claim.letGo();
    must(await freezing);
    await sending;

    expectState(await stateOf(world, ref), "created");
    expect([world.posts(), railCount(world)]).toEqual([1, 1]);
    const actions = await actionsOf(world);
    expect(actions.indexOf("sending-started")).toBeLessThan(actions.indexOf("frozen"));
  });

  it("sends nothing when the freeze was first, although the claim began before it was saved", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    const stop = held(world.deps, "freezes");
    const freezing = freeze(world, stop.deps);
    await stop.reached;

    const sending = createRail(world.deps, ref);
    await somebodyWaits(database);
    expect(world.posts()).toBe(0);
    stop.letGo();
    must(await freezing);
    await sending;

    expectState(await stateOf(world, ref), "approved");
    expect(world.posts()).toBe(0);
    expect(await actionsOf(world)).not.toContain("sending-started");
  });

  it("never claims after the freeze has returned, whoever is first", {
    timeout: 60_000,
  }, async () => {
    const seen = new Set<number>();
    for (let round = 0; round < 24; round += 1) {
      const world = await aWorld(database);
      const refs = [await approved(world, { name: "One" }), await approved(world, { name: "Two" })];
      const sending = refs.map((ref) => createRail(world.deps, ref));
      // At another moment each time: after so many calls of the service.
      await vi.waitFor(() => expect(world.rails.calls().length).toBeGreaterThanOrEqual(round % 6), {
        interval: 1,
      });
      must(await freeze(world, world.deps));
      const claims = (await actionsOf(world)).filter((each) => each === "sending-started").length;
      await Promise.all(sending);

      const actions = await actionsOf(world);
      expect(actions.filter((each) => each === "sending-started")).toHaveLength(claims);
      expect(actions.lastIndexOf("sending-started")).toBeLessThan(actions.indexOf("frozen"));
      // A claim that finds the freeze in its last look sends nothing.
      expect(world.posts()).toBeLessThanOrEqual(claims);
      seen.add(claims);
    }
    expect(seen.size).toBeGreaterThan(1);
  });
});
