import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { draftRail } from "../../src/rail/screens/draft-rail.ts";
import { showRail } from "../../src/rail/screens/show.ts";
import { applyCommand } from "../../src/request/apply-command.ts";
import { approveRequest } from "../../src/request/decide-request.ts";
import { saveMessage } from "../../src/request/queries/messages.ts";
import { requestChange } from "../../src/request/request-change.ts";
import { sweep } from "../../src/request/sweep.ts";
import { ANA, anOnRampRail, BEN, CAL } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import { makeRail, makeTaggedRail } from "./at-the-service.ts";
import { backupOf } from "./backup.ts";
import { type Again, everyKill } from "./every-kill.ts";
import {
  answers,
  approvalClick,
  approved,
  expectState,
  jobOf,
  must,
  runJobs,
  stateOf,
} from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld, railCount } from "./world.ts";

const database = useTestStore();

describe.each([
  { what: "its queue tries again what was under way", isQueueLost: false },
  { what: "its queue is lost and only the sweep is left", isQueueLost: true },
])("a process killed at any step, when $what", ({ isQueueLost }) => {
  it("makes one Rail, or none and calls a person; nothing is left half done", {
    timeout: 120_000,
  }, async () => {
    const ends = await everyKill(database, {
      ask: approvedByTwo,
      isQueueLost,
      async check(world, ref, nth) {
        const { status } = await stateOf(world, ref);
        expect([status, railCount(world), world.posts()], `killed at step ${nth}`).toEqual(
          status === "done" ? ["done", 1, 1] : ["needs-a-person", 0, 0],
        );
        // A kill between posting and remembering it posts the instructions twice: Slack has no key against that.
        if (status === "done") expect([1, 2]).toContain(world.posted.length);
      },
    });
    // Only between the claim and the POST is it unknowable that nothing was sent: before what is kept outside is looked
    // up, before the claim's entry is read, before that is kept outside, before it is seen that the claim still stands,
    // before the freeze and the token are read again, and before the POST itself.
    expect(ends.filter((end) => end !== "done")).toEqual(Array(7).fill("needs-a-person"));
    expect(ends.length).toBeGreaterThan(isQueueLost ? 20 : 30);
  });
});

it("a database restored from a backup made before the POST quarantines both Rails that carry the tag", async () => {
  const world = await aWorld(database);
  const ref = await approved(world);
  const restore = await backupOf(database, ref);
  await runJobs(world, ref);
  // On pages apart, with another Rail between them.
  await makeRail(world, ref);
  await makeTaggedRail(world, ref);
  await restore();

  await createRail(world.deps, ref);

  const { railIds } = expectState(await stateOf(world, ref), "quarantined");
  expect(railIds).toHaveLength(2);
  for (const railId of railIds) {
    const shown = await showRail(world.deps, world.workspaceId, railId);
    expect(shown).toMatchObject({ kind: "withheld" });
  }
});

describe("jobs that are lost", () => {
  it.each(["drop-after-commit", "token-revoked"] as const)(
    "are made up for by the sweep at every step (%s)",
    async (kind) => {
      const world = await aWorld(database);
      world.rails.faults.add({ operation: "POST /rails", fault: { kind } });
      const ref = await approved(world);
      const work = jobOf(world.deps);

      const seen = new Set<string>();
      for (let round = 0; round < 8; round += 1) {
        world.now.value = new Date(Date.parse(world.now.value) + 300_000).toISOString();
        world.jobs.length = 0;
        await sweep(world.deps);
        const woken = world.jobs.filter(({ request }) => request.requestId === ref.requestId);
        world.jobs.length = 0;
        for (const { name } of woken) await work(name, ref);
        seen.add((await stateOf(world, ref)).status);
      }

      expect(seen).toContain("done");
      expect(seen).toContain(kind === "drop-after-commit" ? "unknown" : "blocked");
      expect(railCount(world)).toBe(1);
    },
  );

  it("leave no alarm unheard", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    const { request } = must(
      await applyCommand(world.deps, ref, {
        type: "record",
        attempt: 1,
        outcome: { type: "created", rail: anOnRampRail() },
      }),
    );
    expect(request.state.status).toBe("quarantined");
    const alarms = () =>
      world.jobs.filter(
        (job) => job.name === "raise-alarm" && job.request.requestId === ref.requestId,
      ).length;

    world.jobs.length = 0;
    await sweep(world.deps);
    expect(alarms()).toBe(1);

    const heard = { channelId: "C1", ts: "1.1", version: request.version };
    await saveMessage(world.deps.db, ref, "alarm", heard);
    world.jobs.length = 0;
    await sweep(world.deps);
    expect(alarms()).toBe(0);
  });

  it("wake nothing that is not overdue, or has ended", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    await runJobs(world, ref);
    world.jobs.length = 0;

    world.now.value = new Date(Date.parse(world.now.value) + 3_600_000).toISOString();
    await sweep(world.deps);

    const woken = world.jobs.filter(({ request }) => request.requestId === ref.requestId);
    expect(woken.map(({ name }) => name)).toEqual(["update-approval-card"]);
  });
});

async function approvedByTwo(world: World, again: Again): Promise<RequestRef> {
  const { workspaceId } = world;
  const form = await answers(world);
  const { draft, digest } = must(await again((deps) => draftRail(deps, workspaceId, ANA, form)));
  const submission = { workspaceId, draftId: draft.id, digest, by: ANA, delivery: randomUUID() };
  const { request } = must(await again((deps) => requestChange(deps, submission)));
  for (const by of [BEN, CAL]) {
    const click = await approvalClick(world, request, by);
    must(await again((deps) => approveRequest(deps, click)));
  }
  return { workspaceId, requestId: request.id };
}
