import { describe, expect, it, onTestFinished } from "vitest";
import { openMarkerFiles } from "../../src/freeze/restored-database.ts";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { readRails } from "../../src/rail/creating/read-rails.ts";
import { verifyRail } from "../../src/rail/creating/verify-rail.ts";
import { postInstructions } from "../../src/rail/instructions/post-instructions.ts";
import { knownRailRows, railStatus } from "../../src/rail/screens/rail-row.ts";
import { approveRequest, denyRequest } from "../../src/request/decide-request.ts";
import {
  freezeAfterRestore,
  freezeIfRestored,
  keepMarker,
} from "../../src/request/freezing/restored.ts";
import { findLastEntry } from "../../src/request/queries/audit.ts";
import { findFreeze } from "../../src/request/queries/freezes.ts";
import { findRequest } from "../../src/request/queries/requests.ts";
import { firstBreak } from "../../src/request/rules/audit.ts";
import { listAudit } from "../support/audit-of.ts";
import { BEN, CAL, DAN } from "../support/builders.ts";
import { temporaryDirectory } from "../support/embedded.ts";
import { useTestStore } from "../support/use-store.ts";
import { sweepUntilQuiet } from "./after-a-kill.ts";
import { backup } from "./backup.ts";
import {
  approvalClick,
  approved,
  approves,
  bothApprove,
  delivery,
  eventsOf,
  expectState,
  must,
  refOf,
  requested,
  resumeNow,
  runJobs,
  stateOf,
} from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld, railCount, withApi } from "./world.ts";

const database = useTestStore();

const restoredFreeze = { by: null, cause: "restored", agreed: [] };
const markedIn = ({ marks }: World) => Math.max(0, ...marks.value.map(({ sequence }) => sequence));
const frozenIn = async ({ deps, workspaceId }: World) =>
  (await findFreeze(deps.db, workspaceId)).frozen;

async function bothResume({ deps, workspaceId }: World): Promise<void> {
  for (const by of [BEN, CAL]) {
    must(await resumeNow({ deps, workspaceId }, by));
  }
}

/** Everything that happens to a request, one thing after the other. */
const MOMENTS: readonly [string, (world: World, ref: RequestRef) => Promise<unknown>][] = [
  ["it was asked for", async () => {}],
  ["one had approved it", (world, ref) => approving(world, ref, BEN)],
  ["it was approved", (world, ref) => approving(world, ref, CAL)],
  ["it was sent, and the answer lost", (world, ref) => createRail(world.deps, ref)],
  [
    "it was found",
    async (world, ref) => {
      world.now.value = expectState(await stateOf(world, ref), "unknown").nextLookAt;
      await readRails(world.deps, world.workspaceId);
    },
  ],
  ["it was read back", (world, ref) => verifyRail(world.deps, ref)],
  ["its instructions were posted", (world, ref) => postInstructions(world.deps, ref)],
];

async function approving(world: World, ref: RequestRef, by: string): Promise<void> {
  const request = await findRequest(world.deps.db, ref);
  if (!request) throw new Error("There is no such request");
  must(await approves(world, request, by));
}

describe("a database that is put back to an earlier moment", () => {
  it.each(MOMENTS.slice(0, -1).map(([moment], index) => ({ moment, index })))(
    "when $moment starts frozen, says why, and makes no second Rail",
    async ({ index }) => {
      const world = await aWorld(database);
      world.rails.faults.add({ operation: "POST /rails", fault: { kind: "drop-after-commit" } });
      const ref = refOf(await requested(world));
      let restore = async () => {};
      for (const [at, [, happens]] of MOMENTS.entries()) {
        await happens(world, ref);
        await keepMarker(world.deps, world.workspaceId);
        if (at === index) restore = await backup(database, "earlier");
      }
      expectState(await stateOf(world, ref), "done");
      const marked = markedIn(world);

      await restore();
      world.jobs.length = 0;
      await keepMarker(world.deps, world.workspaceId);

      expect(await frozenIn(world)).toMatchObject({
        ...restoredFreeze,
        reason: expect.stringContaining(`it has lost entry ${marked} of the audit`),
      });
      const audit = await listAudit(database.db, world.workspaceId);
      expect(firstBreak(audit)).toBeUndefined();
      expect(audit.at(-1)).toMatchObject({ action: "frozen", actor: "signalbox" });
      const { sequence = 0, hash = "" } = audit.at(-1) ?? {};
      expect(world.marks.value).toEqual([{ sequence, hash }]);

      // People approve again what they had, and sending goes on.
      const request = await findRequest(world.deps.db, ref);
      if (request?.state.status === "pending") {
        for (const by of [BEN, CAL, DAN]) {
          await approveRequest(world.deps, await approvalClick(world, request, by));
        }
      }
      await createRail(world.deps, ref);
      await bothResume(world);
      expect(await frozenIn(world)).toBeNull();
      await sweepUntilQuiet(world, ref);

      expectState(await stateOf(world, ref), "done");
      expect([world.posts(), railCount(world)]).toEqual([1, 1]);
      const [row] = await knownRailRows(database.db, world.connectionId);
      expect(row && [row.name, railStatus(row.known)]).toEqual(["Payroll float", "Approved · R-1"]);
      // The same loss is not found twice.
      await keepMarker(world.deps, world.workspaceId);
      expect(await frozenIn(world)).toBeNull();
    },
  );

  it("sends nothing of what was denied since, although it is approved again", async () => {
    const world = await aWorld(database);
    const denied = await requested(world, { name: "Denied" });
    must(await approves(world, denied, BEN));
    const restore = await backup(database, "earlier");
    must(
      await denyRequest(world.deps, {
        ...refOf(denied),
        by: CAL,
        reason: "No",
        delivery: delivery(),
      }),
    );
    await keepMarker(world.deps, world.workspaceId);
    await restore();
    // As at the start, and every few seconds.
    await keepMarker(world.deps, world.workspaceId);

    // An approver who knows nothing of the denial makes it complete.
    must(await approves(world, denied, DAN));
    await createRail(world.deps, refOf(denied));

    expectState(await stateOf(world, refOf(denied)), "approved");
    expect(world.posts()).toBe(0);
    expect(await frozenIn(world)).toMatchObject(restoredFreeze);
  });

  it("is told of at the claim, where nothing was noticed at the start", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    const restore = await backup(database, "earlier");
    await createRail(world.deps, ref);
    expect(world.posts()).toBe(1);
    await restore();
    const blind = withApi(world, () => ({
      async *listRails() {
        yield { rails: [], total: 0 };
      },
    }));

    await createRail(blind.deps, ref);

    expectState(await stateOf(world, ref), "approved");
    expect(await frozenIn(world)).toMatchObject(restoredFreeze);
    expect(world.posts()).toBe(1);
    await bothResume(world);
    await sweepUntilQuiet(world, ref);
    expectState(await stateOf(world, ref), "done");
    expect(railCount(world)).toBe(1);
  });

  it("to a still earlier one freezes anew, also after sending went on", async () => {
    const world = await aWorld(database);
    const first = await requested(world, { name: "First" });
    const earliest = await backup(database, "earliest");
    await bothApprove(world, first);
    const earlier = await backup(database, "earlier");
    await runJobs(world, refOf(first));
    await keepMarker(world.deps, world.workspaceId);

    await earlier();
    await keepMarker(world.deps, world.workspaceId);
    await bothResume(world);
    await sweepUntilQuiet(world, refOf(first));
    await keepMarker(world.deps, world.workspaceId);
    expect(await frozenIn(world)).toBeNull();
    await earliest();
    await keepMarker(world.deps, world.workspaceId);

    expect(await frozenIn(world)).toMatchObject(restoredFreeze);
    expect(world.posts()).toBe(1);
  });

  it("takes the place of a person's freeze, and nobody has agreed to go on after it", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    await freezeAfterRestore(world.deps, world.workspaceId);
    const { workspaceId } = world;
    must(await resumeNow(world, BEN));
    const agreed = await backup(database, "agreed");
    must(await resumeNow(world, CAL));
    await runJobs(world, ref);
    await keepMarker(world.deps, workspaceId);

    await agreed();
    await keepMarker(world.deps, workspaceId);

    // What BEN agreed to was another freeze than the one that this loss makes.
    expect(await frozenIn(world)).toMatchObject({ cause: "restored" });
    expect((await findLastEntry(database.db, workspaceId))?.sequence).toBe(markedIn(world));
  });

  it("is noticed although as much has happened since as was lost", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    await keepMarker(world.deps, world.workspaceId);
    const restore = await backup(database, "earlier");
    await runJobs(world, ref);
    await keepMarker(world.deps, world.workspaceId);
    await restore();
    while (
      ((await findLastEntry(database.db, world.workspaceId))?.sequence ?? 0) < markedIn(world)
    ) {
      await requested(world);
    }

    await keepMarker(world.deps, world.workspaceId);

    expect(await frozenIn(world)).toMatchObject({
      ...restoredFreeze,
      reason: expect.stringContaining("it has lost entry"),
    });
    expect(world.posts()).toBe(1);
  });

  it("is not taken for one where nothing is missing", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    await keepMarker(world.deps, world.workspaceId);
    const now = await backup(database, "now");
    await now();

    await keepMarker(world.deps, world.workspaceId);

    expect(await frozenIn(world)).toBeNull();
    expect((await runJobs(world, ref)).status).toBe("done");
  });

  it("is found once, however many replicas find it at once", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    const restore = await backup(database, "earlier");
    await runJobs(world, ref);
    await keepMarker(world.deps, world.workspaceId);
    await restore();

    await Promise.all([1, 2, 3, 4].map(() => freezeIfRestored(world.deps, world.workspaceId)));

    expect((await findFreeze(world.deps.db, world.workspaceId)).version).toBe(1);
    const audit = await listAudit(database.db, world.workspaceId);
    expect(audit.filter(({ action }) => action === "frozen")).toHaveLength(1);
    expect((await findLastEntry(database.db, world.workspaceId))?.sequence).toBe(markedIn(world));
  });
});

describe("with the marker in files", () => {
  it("a restore is found by the replica that sent, and after it was told by none", async () => {
    const [here, there] = [await aDirectory(), await aDirectory()];
    const world = await aWorld(database);
    const ref = await approved(world);
    const sending = { ...world.deps, marker: await openMarkerFiles(here) };
    const other = { ...world.deps, marker: await openMarkerFiles(there) };
    await keepMarker(other, world.workspaceId);
    const restore = await backup(database, "earlier");
    await createRail(sending, ref);
    await restore();

    // The other replica knows of nothing that is missing.
    await keepMarker(other, world.workspaceId);
    expect(await frozenIn(world)).toBeNull();
    await keepMarker({ ...sending, marker: await openMarkerFiles(here) }, world.workspaceId);

    expect(await frozenIn(world)).toMatchObject(restoredFreeze);
    await createRail(other, ref);
    expectState(await stateOf(world, ref), "approved");
    await bothResume(world);
    expect((await runJobs({ ...world, deps: sending }, ref)).status).toBe("done");
    expect([world.posts(), railCount(world)]).toEqual([1, 1]);
    expect(await eventsOf(world, ref)).toContain("created");
  });

  async function aDirectory(): Promise<string> {
    const { path, remove } = await temporaryDirectory();
    onTestFinished(remove);
    return path;
  }
});
