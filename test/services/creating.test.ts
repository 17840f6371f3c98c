import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstBreak } from "../../src/domain/audit.ts";
import { readTag } from "../../src/domain/tag.ts";
import type { Fault } from "../../src/sandbox/rail-service/faults.ts";
import { showRail } from "../../src/services/show-rail.ts";
import { TREASURY } from "../support/builders.ts";
import type { TestStore } from "../support/store.ts";
import { openTestStore } from "../support/store.ts";
import type { World } from "./world.ts";
import { approved, aWorld, eventsOf, railCount, runJobs } from "./world.ts";

let database: TestStore;
beforeAll(async () => {
  database = await openTestStore();
});
afterAll(() => database.close());

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

  it("has one audit entry for each thing that happened, in a whole chain", async () => {
    const world = await aWorld(database);
    const ref = await approved(world, { type });
    await runJobs(world, ref);

    const audit = await database.store.listAudit(world.workspaceId);

    expect(firstBreak(audit)).toBeUndefined();
    expect(audit.map(({ action }) => action)).toEqual([
      "requested",
      ...(await eventsOf(world, ref)),
    ]);
    const request = await world.deps.store.findRequest(ref);
    expect(request?.version).toBe(audit.length - 1);
  });
});

interface Fate {
  fault: Fault;
  ends: "done" | "needs-a-person";
  rails: 0 | 1;
}

describe.each<Fate>([
  { fault: { kind: "drop-before-commit" }, ends: "needs-a-person", rails: 0 },
  { fault: { kind: "drop-after-commit" }, ends: "done", rails: 1 },
  { fault: { kind: "500-before-commit" }, ends: "needs-a-person", rails: 0 },
  { fault: { kind: "500-after-commit" }, ends: "done", rails: 1 },
  { fault: { kind: "truncate" }, ends: "done", rails: 1 },
  { fault: { kind: "cut-json" }, ends: "done", rails: 1 },
  { fault: { kind: "429" }, ends: "needs-a-person", rails: 0 },
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

describe.each([
  { kind: "delay", ms: 600_000, when: "after-commit" },
  { kind: "slow-drip", everyMs: 60_000 },
] satisfies Fault[])("an answer that never comes to an end ($kind)", (fault) => {
  it("is not waited for, and the Rail is found by its tag", async () => {
    const world = await aWorld(database, { timeoutMs: 1_500 });
    world.rails.faults.add({ operation: "POST /rails", fault });
    const ref = await approved(world);

    expect((await runJobs(world, ref)).status).toBe("done");
    expect(world.posts()).toBe(1);
    expect(railCount(world)).toBe(1);
  });
});

describe("a service that never echoes the tag", () => {
  const fault: Fault = { kind: "metadata-not-echoed" };

  async function silentWorld(): Promise<World> {
    const world = await aWorld(database);
    for (const operation of ["GET /rails", "GET /rails/{rail}"] as const) {
      world.rails.faults.add({ operation, times: Number.POSITIVE_INFINITY, fault });
    }
    return world;
  }

  it("does not stop a Rail whose creation it confirmed", async () => {
    const world = await silentWorld();
    const ref = await approved(world);

    expect((await runJobs(world, ref)).status).toBe("done");
    expect(world.posts()).toBe(1);
  });

  it("leaves a Rail of unknown outcome to a person", async () => {
    const world = await silentWorld();
    world.rails.faults.add({ operation: "POST /rails", fault: { kind: "drop-after-commit" } });
    const ref = await approved(world);

    expect((await runJobs(world, ref)).status).toBe("needs-a-person");
    expect(world.posts()).toBe(1);
    expect(railCount(world)).toBe(1);
  });
});

describe("a Rail that carries our tag and is not known to be what was approved", () => {
  it("is withheld by /rail show, although the service shows it", async () => {
    const world = await aWorld(database);
    world.rails.faults.add({ operation: "POST /rails", fault: { kind: "drop-after-commit" } });
    const ref = await approved(world);
    await runJobs(world, ref, 6).catch(() => {});
    const request = await world.deps.store.findRequest(ref);
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
