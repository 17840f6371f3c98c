import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstBreak } from "../../src/domain/audit.ts";
import { approveRequest } from "../../src/services/decide-request.ts";
import { draftRail } from "../../src/services/draft-rail.ts";
import type { RequestRef } from "../../src/services/ports.ts";
import { requestRail } from "../../src/services/request-rail.ts";
import { sweep } from "../../src/services/sweep.ts";
import { ANA, BEN, CAL } from "../support/builders.ts";
import type { TestStore } from "../support/store.ts";
import { openTestStore } from "../support/store.ts";
import { Killed, killable } from "./killable.ts";
import type { Deps, World } from "./world.ts";
import { answers, aWorld, must, railCount, runJobs, stateOf } from "./world.ts";

let database: TestStore;
beforeAll(async () => {
  database = await openTestStore();
});
afterAll(() => database.close());

describe.each([
  { what: "its queue tries again what was under way", isQueueLost: false },
  { what: "its queue is lost and only the sweep is left", isQueueLost: true },
])("a process killed at any step, when $what", ({ isQueueLost }) => {
  it("makes one Rail, or none and calls a person; nothing is left half done", {
    timeout: 120_000,
  }, async () => {
    const ends: string[] = [];
    for (let nth = 1, isDead = true; isDead; nth += 1) {
      const world = await aWorld(database);
      const dying = killable(world.deps, nth);
      const ref = await wholePath(world, dying.deps, isQueueLost);
      isDead = dying.isDead();

      const { status } = await stateOf(world, ref);
      ends.push(status);
      expect([status, railCount(world), world.posts()], `killed at step ${nth}`).toEqual(
        status === "done" ? ["done", 1, 1] : ["needs-a-person", 0, 0],
      );
      // A kill between posting and remembering it posts the instructions twice: Slack has no key against that.
      if (status === "done") expect([1, 2]).toContain(world.posted.length);
      await expectWholeHistory(world, ref);
      await world.rails.stop();
    }
    // Only between the claim and the POST is it unknowable that nothing was sent.
    expect(ends.filter((end) => end !== "done")).toEqual(["needs-a-person"]);
    expect(ends.length).toBeGreaterThan(30);
  });
});

/** People click again, Slack delivers again, the queue or the sweep runs again what died. */
async function wholePath(world: World, dying: Deps, isQueueLost: boolean): Promise<RequestRef> {
  const { workspaceId } = world;
  const form = await answers(world);
  const again = async <T>(work: (deps: Deps) => Promise<T>): Promise<T> => {
    try {
      return await work(dying);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      return work(world.deps);
    }
  };
  const { draft, digest } = must(await again((deps) => draftRail(deps, workspaceId, ANA, form)));
  const submission = { workspaceId, draftId: draft.id, digest, by: ANA, delivery: randomUUID() };
  const { request } = must(await again((deps) => requestRail(deps, submission)));
  const ref = { workspaceId, requestId: request.id };
  for (const by of [BEN, CAL]) {
    const click = { ...ref, by, digest: request.digest, delivery: randomUUID() };
    must(await again((deps) => approveRequest(deps, click)));
  }

  try {
    await runJobs({ ...world, deps: dying }, ref);
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    if (isQueueLost) await sweepUntilQuiet(world, ref);
    else await runJobs(world, ref);
  }
  return ref;
}

async function sweepUntilQuiet(world: World, ref: RequestRef): Promise<void> {
  for (let round = 0; round < 15; round += 1) {
    world.jobs.length = 0;
    world.now.value = new Date(Date.parse(world.now.value) + 3_700_000).toISOString();
    await sweep(world.deps);
    if (
      !world.jobs.some(({ request, name }) => isStep(name) && request.requestId === ref.requestId)
    )
      return;
    const due = world.jobs.filter(({ request }) => request.requestId === ref.requestId);
    world.jobs.splice(0, world.jobs.length, ...due);
    await runOnlyThese(world, ref);
  }
  throw new Error("Never quiet");
}

const isStep = (name: string) => name !== "update-approval-card" && name !== "expire-request";

/** What these jobs enqueue is lost as well. */
async function runOnlyThese(world: World, ref: RequestRef): Promise<void> {
  const jobs = world.jobs.splice(0, world.jobs.length);
  await runJobs({ ...world, jobs }, ref);
}

async function expectWholeHistory(world: World, ref: RequestRef): Promise<void> {
  const { store } = world.deps;
  const audit = await store.listAudit(world.workspaceId);
  const events = await store.listEvents(ref);
  const request = await store.findRequest(ref);

  expect(firstBreak(audit)).toBeUndefined();
  expect(audit.map(({ action }) => action)).toEqual([
    "requested",
    ...events.map(({ type }) => type),
  ]);
  expect(request?.version).toBe(events.length);
}
