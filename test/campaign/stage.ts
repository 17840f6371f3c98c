import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import type { Random } from "../harness/random.ts";
import type { Lane, Step, Strike, Work } from "./step.ts";

interface Waiting extends Step {
  work: Work<unknown>;
  isAllowed: () => boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Fires at its time, and before as soon as it is true. */
interface Timer {
  at: number;
  lane: Lane | null;
  isTrue?: () => boolean;
  fire(): void;
}

/** Many times as many as a schedule needs. */
const MOST_TURNS = 60_000;

/** A statement waits this long for a lock; then it is cancelled, as `lock_timeout` does. */
const LOCK_MS = 5_000;

/** How long a statement may take before the database is asked whether it waits for a lock. */
const RECHECK_MS = 16;

export type Stage = ReturnType<typeof createStage>;

/**
 * Virtual time, and the turns of all processes: one step at a time is done, in an order that the
 * seed decides, and time passes only when nothing is left to do now. `onTime` is told before,
 * `onStep` decides what happens to a step.
 */
export function createStage(parts: {
  start: number;
  random: Random;
  onTime(to: number): void;
  onStep(step: Step): Promise<Strike>;
  kill(lane: Lane): Promise<void>;
}) {
  const { random, onTime, onStep, kill } = parts;
  let now = parts.start;
  let seq = 0;
  let activity = 0;
  let waiting: Waiting[] = [];
  /** Statements that wait for a lock, and since when. */
  const blocked = new Map<Waiting, number>();
  const timers = new Set<Timer>();

  const readyAt = ({ at, lane }: Timer) => Math.max(at, lane?.suspendedUntil ?? 0);

  function later(ms: number, lane: Lane | null, fire: () => void, isTrue?: () => boolean): Timer {
    const timer = { at: now + ms, lane, fire, ...(isTrue && { isTrue }) };
    timers.add(timer);
    return timer;
  }

  /** Resolves when all that was set going has come to a step, a pause or its end. */
  async function settle(): Promise<void> {
    for (let before = -1; before !== activity; ) {
      before = activity;
      for (let turns = 0; turns < 8; turns += 1) await turn();
      for (const [step] of blocked) await untilDoneOrBlocked(step, 0);
    }
  }

  async function untilDoneOrBlocked(step: Waiting, ms: number): Promise<void> {
    while (blocked.has(step)) {
      if (ms > 0) await pause(ms);
      if (blocked.has(step) && (await step.work.isBlocked?.())) return;
      ms = RECHECK_MS;
    }
  }

  async function grant(step: Waiting): Promise<void> {
    const strike = await onStep(step);
    if (!step.lane.isAlive || !waiting.includes(step)) return;
    if (strike.is === "held") {
      step.isAllowed = strike.until;
      return;
    }
    waiting = waiting.filter((each) => each !== step);
    seq += 1;
    if (strike.is === "killed-before") return kill(step.lane);
    if (strike.is === "lost-before") return lose(step);
    blocked.set(step, now);
    const done = perform(step, strike);
    if (step.work.isBlocked) await Promise.race([done, untilDoneOrBlocked(step, RECHECK_MS)]);
    if (!step.work.isBlocked || !blocked.has(step)) await done;
  }

  async function lose({ work, reject }: Waiting): Promise<void> {
    await work.onLost?.();
    reject(work.lost());
  }

  async function perform(step: Waiting, strike: Strike): Promise<void> {
    const { work, lane, resolve, reject } = step;
    const tell = await work.perform(strike.is === "world" ? strike.fault : null, step).then(
      (result) => () => resolve(result),
      (error) => () => reject(error),
    );
    blocked.delete(step);
    if (strike.is === "killed-after") return kill(lane);
    if (strike.is === "lost-after") return lose(step);
    const ms = strike.is === "late" ? strike.ms : (work.latency ?? 0);
    if (ms === 0) tell();
    else later(ms, lane, tell);
  }

  async function pass(): Promise<void> {
    const times = [
      ...[...timers].map(readyAt),
      ...waiting.map(({ lane }) => lane.suspendedUntil).filter((at) => at > now),
      ...[...blocked.values()].map((since) => since + LOCK_MS),
    ];
    if (times.length === 0) throw new Error("Nothing will ever happen again");
    moveTo(Math.max(Math.min(...times), now));
    for (const [step, since] of blocked) if (since + LOCK_MS <= now) await step.work.cancel?.();
  }

  function moveTo(to: number): void {
    onTime(to);
    now = to;
    fire([...timers].filter((each) => readyAt(each) <= now));
  }

  function fire(due: readonly Timer[]): void {
    for (const timer of due.toSorted((one, other) => readyAt(one) - readyAt(other))) {
      timers.delete(timer);
      if (timer.lane?.isAlive !== false) timer.fire();
    }
  }

  return {
    now: () => now,
    /** Numbers what happens, in its order. */
    mark: () => ++seq,
    later: (ms: number, fire: () => void) => later(ms, null, fire),
    jump: (ms: number) => moveTo(now + ms),

    /** Waits for its turn, and for what the schedule decides about it. */
    step<Result>(lane: Lane, about: string, work: Work<Result>): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        activity += 1;
        const { signal } = work;
        if (signal?.aborted) return reject(signal.reason);
        const settled = (end: () => void) => {
          activity += 1;
          if (lane.isAlive) end();
        };
        const step: Waiting = {
          ...{ lane, about, work, calledAt: now, calledSeq: seq, isAllowed: () => true },
          resolve: (value) => settled(() => resolve(value as Result)),
          reject: (error) => settled(() => reject(error)),
        };
        waiting.push(step);
        // What has its turn already goes on without whoever asked for it.
        signal?.addEventListener("abort", () => {
          waiting = waiting.filter((each) => each !== step);
          step.reject(signal.reason);
        });
      });
    },

    /** Virtual milliseconds; rejects when aborted, and never ends for a dead process. */
    wait(lane: Lane | null, ms: number, signal?: AbortSignal): Promise<void> {
      return new Promise((resolve, reject) => {
        activity += 1;
        if (signal?.aborted) return reject(signal.reason);
        const timer = later(Math.max(0, ms), lane, () => {
          activity += 1;
          resolve();
        });
        signal?.addEventListener("abort", () => {
          if (timers.delete(timer)) reject(signal.reason);
        });
      });
    },

    /** Resolves with whether it became true in time. */
    until: (isTrue: () => boolean, withinMs: number): Promise<boolean> =>
      new Promise((tell) => later(withinMs, null, () => tell(isTrue()), isTrue)),

    /** What it would still do is never done. */
    drop(lane: Lane): void {
      waiting = waiting.filter((each) => each.lane !== lane);
      for (const timer of timers) if (timer.lane === lane) timers.delete(timer);
    },

    /** Plays until the work has ended. */
    async play<Result>(work: Promise<Result>): Promise<Result> {
      let isOver = false;
      const over = () => {
        isOver = true;
        activity += 1;
      };
      work.then(over, over);
      for (let turns = 0; turns < MOST_TURNS; turns += 1) {
        await settle();
        if (isOver) return work;
        const told = [...timers].filter(({ isTrue }) => isTrue?.());
        const ready = waiting.filter((each) => each.lane.suspendedUntil <= now && each.isAllowed());
        if (told.length > 0) fire(told);
        else if (ready.length > 0) await grant(random.pick(ready));
        else await pass();
      }
      throw new Error("It comes to no rest");
    },
  };
}
