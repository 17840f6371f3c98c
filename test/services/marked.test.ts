import { describe, expect, it } from "vitest";
import type { InTransaction } from "../../src/platform/queue/transaction.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { applyCommand } from "../../src/request/apply-command.ts";
import { keepMarker } from "../../src/request/freezing/restored.ts";
import type { Mark } from "../../src/request/marker.ts";
import { findFreeze } from "../../src/request/queries/freezes.ts";
import { listAudit } from "../support/audit-of.ts";
import { ANA } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import { approved, eventsOf, expectState, must, runJobs, stateOf } from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld, withApi } from "./world.ts";

const database = useTestStore();

const auditOf = async ({ deps, workspaceId }: World) => listAudit(deps.db, workspaceId);

describe("the marker outside the database", () => {
  it("is raised between the claim and the POST: without it nothing is sent, and it is tried again", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    const { marker } = world.deps;
    const unwritable = {
      ...world.deps,
      marker: {
        ...marker,
        replace: async () => {
          throw new Error("EROFS: read-only file system");
        },
      },
    };

    await createRail(unwritable, ref);

    const state = expectState(await stateOf(world, ref), "approved");
    expect(state).toMatchObject({ timesNotSent: 1, because: "marker-not-kept" });
    expect((await eventsOf(world, ref)).slice(-2)).toEqual(["sending-started", "not-sent"]);
    expect(world.posts()).toBe(0);
    expect((await runJobs(world, ref)).status).toBe("done");
    expect(world.posts()).toBe(1);
  });

  it("knows of the claim before the POST goes out", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    let marked: readonly Mark[] = [];
    const watched = withApi(world, (api) => ({
      async createRail(...args) {
        marked = world.marks.value;
        const { sequence = 0, hash = "" } = (await auditOf(world)).at(-1) ?? {};
        expect(marked).toEqual([{ sequence, hash }]);
        return api.createRail(...args);
      },
    }));

    await createRail(watched.deps, ref);

    const claim = (await auditOf(world))[(marked[0]?.sequence ?? 0) - 1];
    expect(claim).toMatchObject({ action: "sending-started" });
  });

  it("shows a restore between the claim and the POST, and nothing is sent", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    const { marker, db, transaction } = world.deps;
    // The database that answers after the claim does not know what was kept before.
    const restoredAtTheClaim: InTransaction = async (work) => {
      const result = await transaction(work);
      await db.deleteFrom("audit").where("workspace_id", "=", world.workspaceId).execute();
      return result;
    };
    await keepMarker(world.deps, world.workspaceId);

    await createRail({ ...world.deps, marker, transaction: restoredAtTheClaim }, ref);

    expect(world.posts()).toBe(0);
    expectState(await stateOf(world, ref), "approved");
    const { frozen } = await findFreeze(db, world.workspaceId);
    expect(frozen?.reason).toContain("has lost entry");
  });

  it("stops everything where it cannot be read, before anything is claimed", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    const read = async () => {
      throw new Error("The restore marker cannot be read");
    };
    const unreadable = { ...world.deps, marker: { ...world.deps.marker, read } };

    await expect(createRail(unreadable, ref)).rejects.toThrow("cannot be read");

    expectState(await stateOf(world, ref), "approved");
    expect(world.posts()).toBe(0);
    must(await applyCommand(world.deps, ref, { type: "withdraw", by: ANA }));
  });
});
