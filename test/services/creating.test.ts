import { describe, expect, it } from "vitest";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { reconcileRail } from "../../src/rail/creating/reconcile-rail.ts";
import { verifyRail } from "../../src/rail/creating/verify-rail.ts";
import { showRail } from "../../src/rail/screens/show.ts";
import { findRequest } from "../../src/request/queries/requests.ts";
import { readTag } from "../../src/request/rules/outcome/tag.ts";
import type { Fault } from "../../src/sandbox/rail-service/faults.ts";
import { TREASURY } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import { approved, eventsOf, expectState, runJobs, stateOf } from "./steps.ts";
import { aWorld, railCount, withApi } from "./world.ts";

const database = useTestStore();

describe.each(["ON_RAMP", "OFF_RAMP"] as const)("an approved %s", (type) => {
  it("is created once, read back, and its instructions are posted where it was asked for", async () => {
    const world = await aWorld(database);
    const ref = await approved(world, { type, reference: "PAY-7" });

    const state = await runJobs(world, ref);

    expect(state).toMatchObject({ status: "done" });
    expect(world.posts()).toBe(1);
    expect(world.rails.rails("Acme")).toMatchObject([
      { type, metadata: { external_id: [expect.any(String), "PAY-7"] } },
    ]);
    expect(world.posted).toEqual([TREASURY]);
    expect(await eventsOf(world, ref)).toEqual([
      "approval-given",
      "approval-given",
      "approved",
      "sending-started",
      "created",
      "verified",
      "instructions-posted",
    ]);
  });
});

interface Fate {
  fault: Fault;
  ends: "done" | "needs-a-person";
  rails: 0 | 1;
}

// Which answers of the service are unclear is held in test/rail-api.
describe.each<Fate>([
  { fault: { kind: "drop-before-commit" }, ends: "needs-a-person", rails: 0 },
  { fault: { kind: "drop-after-commit" }, ends: "done", rails: 1 },
  { fault: { kind: "metadata-not-echoed" }, ends: "done", rails: 1 },
  { fault: { kind: "id-null" }, ends: "done", rails: 1 },
])("a POST that meets $fault.kind", ({ fault, ends, rails }) => {
  it(`is not repeated, and ends in ${ends} with ${rails} Rails`, async () => {
    const world = await aWorld(database);
    world.rails.faults.add({ operation: "POST /rails", fault });
    const ref = await approved(world);

    const state = await runJobs(world, ref);

    expect(state.status).toBe(ends);
    expect(world.posts()).toBe(1);
    expect(railCount(world)).toBe(rails);
    expect(world.posted).toHaveLength(ends === "done" ? 1 : 0);
  });
});

it("a Rail of unknown outcome is left to a person by a service that never echoes the tag", async () => {
  const world = await aWorld(database);
  for (const operation of ["GET /rails", "GET /rails/{rail}"] as const) {
    const fault: Fault = { kind: "metadata-not-echoed" };
    world.rails.faults.add({ operation, times: Number.POSITIVE_INFINITY, fault });
  }
  world.rails.faults.add({ operation: "POST /rails", fault: { kind: "drop-after-commit" } });
  const ref = await approved(world);

  expect((await runJobs(world, ref)).status).toBe("needs-a-person");
  expect(world.posts()).toBe(1);
  expect(railCount(world)).toBe(1);
});

describe("a Rail that carries our tag and is not known to be what was approved", () => {
  it("is withheld by /rail show, although the service shows it", async () => {
    const world = await aWorld(database);
    world.rails.faults.add({ operation: "POST /rails", fault: { kind: "drop-after-commit" } });
    const ref = await approved(world);
    await runJobs(world, ref, 6).catch(() => {});
    const request = await findRequest(world.deps.db, ref);
    const api = await world.deps.railApis(world.workspaceId, world.connectionId);
    const ids: (string | null)[] = [];
    for await (const { rails } of api.listRails()) {
      for (const { id, metadata } of rails) {
        if (readTag(metadata)?.requestId === ref.requestId) ids.push(id);
      }
    }
    expect(request?.state.status).toBe("unknown");

    const shown = await showRail(world.deps, world.workspaceId, ids[0] ?? "");

    expect(shown).toMatchObject({ kind: "withheld", request: { id: ref.requestId } });
  });
});

describe("what a step finds out of turn", () => {
  it("is left alone: nothing is asked of the service before it is time", async () => {
    const world = await aWorld(database);
    world.rails.faults.add({ operation: "POST /rails", fault: { kind: "token-revoked" } });
    const ref = await approved(world);
    await createRail(world.deps, ref);
    const blocked = await stateOf(world, ref);
    const calls = world.rails.calls().length;

    await createRail(world.deps, ref);
    await reconcileRail(world.deps, ref);
    await verifyRail(world.deps, ref);

    expect(await stateOf(world, ref)).toEqual(blocked);
    expect(world.rails.calls()).toHaveLength(calls);
  });

  it("is a look too early for a Rail of unknown outcome", async () => {
    const world = await aWorld(database);
    world.rails.faults.add({ operation: "POST /rails", fault: { kind: "drop-after-commit" } });
    const ref = await approved(world);
    await createRail(world.deps, ref);

    await reconcileRail(world.deps, ref);

    expectState(await stateOf(world, ref), "unknown");
  });
});

it("does not take a fault of ours in a POST for a POST that was not made", async () => {
  const world = await aWorld(database);
  const ref = await approved(world);
  const faulty = withApi(world, (api) => ({
    async createRail(...args) {
      await api.createRail(...args);
      throw new TypeError("A fault of ours");
    },
  }));

  await createRail(faulty.deps, ref);

  expectState(await stateOf(world, ref), "unknown");
  expect((await runJobs(world, ref)).status).toBe("done");
  expect(world.posts()).toBe(1);
});
