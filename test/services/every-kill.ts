import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import type { TestStore } from "../support/store.ts";
import { expectWholeHistory, sweepUntilQuiet } from "./after-a-kill.ts";
import { Killed, killable } from "./killable.ts";
import { runJobs, stateOf } from "./steps.ts";
import type { Deps, World } from "./world.ts";
import { aWorld } from "./world.ts";

/** Does something as people do who find the app dead, and do it again when it is back. */
export type Again = <T>(work: (deps: Deps) => Promise<T>) => Promise<T>;

interface Path {
  /** What people do until the request is approved and the rest is the jobs'. */
  ask(world: World, again: Again): Promise<RequestRef>;
  isQueueLost: boolean;
  check(world: World, ref: RequestRef, nth: number): Promise<void>;
}

/**
 * Kills the process at each step of a request's whole path, from the first to the last; then the queue, or the sweep
 * where the queue is lost, runs again what died. How each ended.
 */
export async function everyKill(database: TestStore, path: Path): Promise<string[]> {
  const ends: string[] = [];
  // Whether the queue is lost makes no difference to a kill before there are jobs, but for the last of them.
  const first = path.isQueueLost ? await stepsBeforeTheJobs(database, path) : 1;
  for (let nth = first, isDead = true; isDead; nth += 1) {
    const world = await aWorld(database);
    const dying = killable(world.deps, nth);
    const ref = await path.ask(world, revived(world, dying.deps));
    await untilQuiet(world, dying.deps, ref, path.isQueueLost);
    isDead = dying.isDead();
    ends.push((await stateOf(world, ref)).status);
    await path.check(world, ref, nth);
    await expectWholeHistory(world, ref);
    await leave(world);
  }
  return ends;
}

async function stepsBeforeTheJobs(database: TestStore, { ask }: Path): Promise<number> {
  const world = await aWorld(database);
  const living = killable(world.deps, Number.POSITIVE_INFINITY);
  await ask(world, (work) => work(living.deps));
  await leave(world);
  return living.steps();
}

/** The sweeps of later worlds would wake this one's requests, each time all of them. */
async function leave({ deps, workspaceId, rails }: World): Promise<void> {
  await deps.db
    .updateTable("workspaces")
    .set({ left_at: new Date() })
    .where("id", "=", workspaceId)
    .execute();
  await rails.stop();
}

const revived =
  (world: World, dying: Deps): Again =>
  async (work) => {
    try {
      return await work(dying);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      return work(world.deps);
    }
  };

async function untilQuiet(world: World, dying: Deps, ref: RequestRef, isQueueLost: boolean) {
  try {
    await runJobs({ ...world, deps: dying }, ref);
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    if (isQueueLost) await sweepUntilQuiet(world, ref);
    else await runJobs(world, ref);
  }
}
