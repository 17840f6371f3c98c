import { expect } from "vitest";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import { findRequest, listEvents } from "../../src/request/queries/requests.ts";
import { firstBreak } from "../../src/request/rules/audit.ts";
import { sweep } from "../../src/request/sweep.ts";
import { listAudit } from "../support/audit-of.ts";
import { runJobs } from "./steps.ts";
import type { World } from "./world.ts";

/** Every job is lost, again and again: only the sweep is left. */
export async function sweepUntilQuiet(world: World, ref: RequestRef): Promise<void> {
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

const isStep = (name: string) =>
  !["update-approval-card", "raise-alarm", "expire-request"].includes(name);

/** What these jobs enqueue is lost as well. */
async function runOnlyThese(world: World, ref: RequestRef): Promise<void> {
  const jobs = world.jobs.splice(0, world.jobs.length);
  await runJobs({ ...world, jobs }, ref);
}

export async function expectWholeHistory(world: World, ref: RequestRef): Promise<void> {
  const { db } = world.deps;
  const audit = await listAudit(db, world.workspaceId);
  const events = await listEvents(db, ref);
  const request = await findRequest(db, ref);

  expect(firstBreak(audit)).toBeUndefined();
  expect(audit.map(({ action }) => action)).toEqual([
    "requested",
    ...events.map(({ type }) => type),
  ]);
  expect(request?.version).toBe(events.length);
}
