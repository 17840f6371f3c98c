import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approveRequest } from "../../src/services/decide-request.ts";
import type { DestinationAnswers } from "../../src/services/draft-destination.ts";
import { draftDestination } from "../../src/services/draft-destination.ts";
import type { RequestRef } from "../../src/services/ports.ts";
import { requestChange } from "../../src/services/request-change.ts";
import { ADDRESS, ANA, BEN, CAL } from "../support/builders.ts";
import type { TestStore } from "../support/store.ts";
import { openTestStore } from "../support/store.ts";
import { expectWholeHistory, sweepUntilQuiet } from "./after-a-kill.ts";
import { Killed, killable } from "./killable.ts";
import { importing, NEW_WALLET, registered, retiring, whitelisting } from "./register-steps.ts";
import { approvalClick, delivery, must, runJobs, stateOf } from "./steps.ts";
import type { Deps, World } from "./world.ts";
import { aWorld } from "./world.ts";

let database: TestStore;
beforeAll(async () => {
  database = await openTestStore();
});
afterAll(() => database.close());

describe.each([
  { what: "its queue tries again what was under way", isQueueLost: false },
  { what: "its queue is lost and only the sweep is left", isQueueLost: true },
])("a process killed at any step, when $what", ({ isQueueLost }) => {
  it("whitelists once, or calls a person; it never asks the service twice", {
    timeout: 120_000,
  }, async () => {
    const ends = await everyKill(
      isQueueLost,
      async () => whitelisting(),
      async (world, status) => {
        const posts = world.posts("/wallets") - 1;
        const destination = await registered(world);
        if (status === "in-force") {
          expect(posts).toBe(1);
          expect(destination).toMatchObject({ addedBy: ANA, approvedBy: [BEN, CAL] });
        } else {
          expect(status).toBe("needs-a-person");
          expect(posts).toBeLessThanOrEqual(1);
          expect(destination).toBeUndefined();
        }
      },
    );
    // From the claim to what is known of its POST: at the marker, at the last look, before the POST, in it and after it.
    expect(ends.filter((end) => end === "needs-a-person").length).toBeLessThanOrEqual(7);
    expect(ends).toContain("needs-a-person");
    expect(ends.length).toBeGreaterThan(20);
  });

  it("imports once, however often it is begun anew", { timeout: 120_000 }, async () => {
    await everyKill(
      isQueueLost,
      async () => importing("wa_7"),
      async (world, status) => {
        expect(status).toBe("in-force");
        expect(await registered(world)).toMatchObject({ wallet: { id: "wa_7" } });
      },
    );
  });

  it("retires once, however often it is begun anew", { timeout: 120_000 }, async () => {
    const cold = { ...NEW_WALLET, address: ADDRESS };
    const form = async (world: World) => retiring((await registered(world, cold)) ?? { id: "" });
    await everyKill(isQueueLost, form, async (world, status) => {
      expect(status).toBe("in-force");
      expect((await registered(world, cold))?.retiredAt).not.toBeNull();
    });
  });
});

/** How it ended, for a kill at each step from the first to the last. */
async function everyKill(
  isQueueLost: boolean,
  form: (world: World) => Promise<DestinationAnswers>,
  check: (world: World, status: string) => Promise<void>,
): Promise<string[]> {
  const ends: string[] = [];
  for (let nth = 1, isDead = true; isDead; nth += 1) {
    const world = await aWorld(database);
    const dying = killable(world.deps, nth);
    const ref = await wholePath(world, dying.deps, await form(world), isQueueLost);
    isDead = dying.isDead();
    const { status } = await stateOf(world, ref);
    ends.push(status);
    await check(world, status);
    await expectWholeHistory(world, ref);
    await world.rails.stop();
  }
  return ends;
}

/** People click again, Slack delivers again, the queue or the sweep runs again what died. */
async function wholePath(
  world: World,
  dying: Deps,
  answers: DestinationAnswers,
  isQueueLost: boolean,
): Promise<RequestRef> {
  const { workspaceId } = world;
  const again = async <T>(work: (deps: Deps) => Promise<T>): Promise<T> => {
    try {
      return await work(dying);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      return work(world.deps);
    }
  };
  const { draft, digest } = must(
    await again((deps) => draftDestination(deps, workspaceId, ANA, answers)),
  );
  const submission = { workspaceId, draftId: draft.id, digest, by: ANA, delivery: delivery() };
  const { request } = must(await again((deps) => requestChange(deps, submission)));
  const ref = { workspaceId, requestId: request.id };
  for (const by of [BEN, CAL]) {
    const click = await approvalClick(world, request, by);
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
