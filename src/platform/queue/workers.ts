import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { PgBoss } from "pg-boss";
import { inTime, LATE } from "../process/in-time.ts";
import { repeat } from "../process/repeat.ts";
import type { Holds } from "./holds.ts";
import { finishJob, type Taken, takeJobs } from "./take.ts";
import { handBackOfEnded } from "./take-up.ts";

export interface Workers {
  /** Looks for jobs at once. */
  wake(): void;
  /** Takes no more. */
  rest(): Promise<void>;
  /** Waits some seconds for jobs under way, counted from an earlier `rest`; other processes take up what is left. */
  stop(): Promise<void>;
}

interface Options {
  boss: PgBoss;
  /** None on the embedded engine. */
  holds: Holds | undefined;
  /** How many jobs of each queue this process does at once. */
  atOnce: ReadonlyMap<string, number>;
  /** Does the work. `put-off`: the job already waits again. The job keeps the message of a thrown error. */
  run(job: Taken): Promise<"done" | "put-off">;
  /** Hears of a queue from which all that was due has been taken. */
  drained(name: string): void;
  /** Hears of what fails without being a job's fault. */
  told(error: unknown): void;
}

/** What other processes commit, and what comes due, is found by looking. */
const LOOK_EVERY_MS = 1_000;
/** The first look comes at once; jobs that end or are asked for within this after it share the next one. */
const GATHER_MS = 10;
/** A take that hangs holds up nothing else; its jobs begin when it is answered. */
const TAKES_WITHIN_MS = 3_000;
/** What takes longer is left to another process, or to the next start. */
const ENDS_WITHIN_MS = 4_000;

/** Takes jobs as soon as they are asked for and there is room for them. */
export function startWorkers({ boss, holds, atOnce, run, drained, told }: Options): Workers {
  const underWay = new Map<Taken, Promise<void>>();
  let restingSince: number | undefined;
  let isWanted = false;
  let looking: Promise<void> | undefined;
  // A click that wakes the workers must not lend its jobs the name and the answers that it has.
  const outsideOfClicks = AsyncLocalStorage.snapshot();

  function wake(): void {
    isWanted = true;
    looking ??= outsideOfClicks(look).finally(() => {
      looking = undefined;
      if (isWanted) wake();
    });
  }

  async function look(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      const free = room();
      if (restingSince !== undefined || free.size === 0) return;
      try {
        await within(TAKES_WITHIN_MS, begin(free));
      } catch (error) {
        told(error);
      }
      await pause(GATHER_MS);
    }
  }

  async function begin(free: ReadonlyMap<string, number>): Promise<void> {
    const taken = await takeJobs(boss, free);
    if (restingSince !== undefined) return handBackAll(taken);
    holds?.hold(taken);
    for (const job of taken) underWay.set(job, done(job));
    for (const [name, most] of free) {
      if (taken.filter((job) => job.name === name).length < most) drained(name);
    }
  }

  /** A queue without room is left out: the end of one of its jobs wakes. */
  function room(): Map<string, number> {
    const left = new Map(atOnce);
    for (const { name } of underWay.keys()) left.set(name, (left.get(name) ?? 0) - 1);
    return new Map([...left].filter(([, free]) => free > 0));
  }

  async function done(job: Taken): Promise<void> {
    let isMoreWaiting = true;
    try {
      isMoreWaiting = await settled(job);
    } catch (error) {
      // It stays under way in the table, and is taken up as if this process had died.
      told(error);
    } finally {
      const hadRoom = room().has(job.name);
      holds?.letGo(job);
      underWay.delete(job);
      if (isMoreWaiting || !hadRoom) wake();
    }
  }

  /** Whether another job may have waited for the end of this one. */
  async function settled(job: Taken): Promise<boolean> {
    let became: Awaited<ReturnType<typeof run>>;
    try {
      became = await run(job);
    } catch (error) {
      const message = error instanceof Error ? error.message : "Not known";
      await boss.fail(job.name, job, { message });
      return true;
    }
    return became === "put-off" || finishJob(boss, job);
  }

  async function handBackAll(left: Iterable<Taken>): Promise<void> {
    for (const job of left) {
      await handBackOfEnded(boss, job, "Its process was stopped").catch(told);
    }
  }

  const stopLooking = repeat(LOOK_EVERY_MS, async () => wake(), told);
  async function rest(): Promise<void> {
    restingSince ??= Date.now();
    await untilTheEnd(Promise.all([stopLooking(), looking]));
  }

  /** Waits no longer than until the time to end is over. */
  const untilTheEnd = (work: Promise<unknown>) =>
    within(ENDS_WITHIN_MS + (restingSince ?? 0) - Date.now(), work).catch(() => {});

  return {
    wake,
    rest,
    async stop() {
      await rest();
      await untilTheEnd(Promise.all(underWay.values()));
      await handBackAll(underWay.keys());
    },
  };
}

/** Throws if it takes longer. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const result = await inTime(work, Math.max(0, ms));
  if (result === LATE) throw new Error(`It has taken more than ${ms / 1_000} seconds`);
  return result;
}
