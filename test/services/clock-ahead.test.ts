import { describe, expect, it } from "vitest";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import { RailApiError } from "../../src/platform/rail-api/rail-api-error.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { reconcileRail } from "../../src/rail/creating/reconcile-rail.ts";
import { verifyRail } from "../../src/rail/creating/verify-rail.ts";
import { freezeSending } from "../../src/request/freezing/freeze.ts";
import { sweep } from "../../src/request/sweep.ts";
import { after, CAL, NOW } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import { sweepUntilQuiet } from "./after-a-kill.ts";
import { makeTaggedRail, unanswered } from "./at-the-service.ts";
import { approved, delivery, expectState, jobOf, must, stateOf } from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld, railCount, withApi } from "./world.ts";

const database = useTestStore();

const IN_A_YEAR = after({ days: 365 });

async function inAYear(world: World, work: () => Promise<void>): Promise<void> {
  const { value } = world.now;
  world.now.value = IN_A_YEAR;
  await work();
  world.now.value = value;
}

const throwing = (code: ConstructorParameters<typeof RailApiError>[0]) => async () => {
  throw new RailApiError(code, code);
};

/** Approved before the clock jumps, and posted while it does. */
async function postedInAYear(code: "not-sent" | "unauthenticated") {
  const world = await aWorld(database);
  const ref = await approved(world);
  const fails = throwing(code);
  const jumping = withApi(world, () => ({
    async createRail() {
      world.now.value = IN_A_YEAR;
      return fails();
    },
  }));
  await createRail(jumping.deps, ref);
  world.now.value = NOW;
  return { world, ref };
}

const postedBefore = async () => {
  const posted = await unanswered(database);
  await inAYear(posted.world, () => reconcileRail(posted.world.deps, posted.ref));
  expect(expectState(await stateOf(posted.world, posted.ref), "unknown").cleanScans).toBe(1);
  await makeTaggedRail(posted.world, posted.ref);
  return posted;
};

const createdBefore = async () => {
  const world = await aWorld(database);
  const ref = await approved(world);
  await createRail(world.deps, ref);
  const hiding = withApi(world, () => ({ getRail: throwing("not-found") }));
  await inAYear(world, () => verifyRail(hiding.deps, ref));
  expect(expectState(await stateOf(world, ref), "created").timesNotFound).toBe(1);
  return { world, ref };
};

describe("a clock that was a year ahead and is back", () => {
  it.each([
    ["unknown", postedBefore],
    ["created", createdBefore],
    ["approved", () => postedInAYear("not-sent")],
    ["blocked", () => postedInAYear("unauthenticated")],
  ] as const)("holds up nothing that it left %s: the sweep wakes it", async (status, left) => {
    const { world, ref } = await left();
    expectState(await stateOf(world, ref), status);

    await sweepUntilQuiet(world, ref);

    expectState(await stateOf(world, ref), "done");
    expect(railCount(world)).toBe(1);
  });

  it.each(["not-sent", "unauthenticated"] as const)(
    "keeps nothing from its expiry, frozen or not: %s",
    async (code) => {
      for (const isFrozen of [true, false]) {
        const { world, ref } = await postedInAYear(code);
        const { workspaceId } = world;
        const click = { workspaceId, by: CAL, reason: "Odd", delivery: delivery() };
        if (isFrozen) must(await freezeSending(world.deps, click));
        world.now.value = after({ hours: 24, minutes: 2 });

        await sweptOnce(world, ref);

        expectState(await stateOf(world, ref), "expired");
      }
    },
  );
});

it("expires what is still to wait for a while before its next try", async () => {
  const world = await aWorld(database);
  const ref = await approved(world);
  world.now.value = after({ hours: 23, minutes: 30 });
  const failing = withApi(world, () => ({ createRail: throwing("not-sent") }));
  await createRail({ ...failing.deps, pauses: [3600] }, ref);
  const { nextTryAt } = expectState(await stateOf(world, ref), "approved");
  world.now.value = after({ hours: 24, minutes: 2 });
  expect(nextTryAt > world.now.value).toBe(true);

  await sweptOnce(world, ref);

  expectState(await stateOf(world, ref), "expired");
  expect(world.posts()).toBe(0);
});

/** Only the jobs that the sweep asks for are run. */
async function sweptOnce(world: World, ref: RequestRef): Promise<void> {
  world.jobs.length = 0;
  await sweep(world.deps);
  const work = jobOf(world.deps);
  const due = world.jobs.filter(({ request }) => request.requestId === ref.requestId);
  for (const { name } of due) await work(name, ref);
}
