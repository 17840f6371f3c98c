import { performance } from "node:perf_hooks";

/** ISO 8601 in UTC. */
export type Clock = () => string;

/** In milliseconds since 1970. */
export interface ClockSources {
  machine: () => number;
  /** The database's clock, asked now. */
  database: () => Promise<number>;
  /** How far the whole sandbox is ahead of all clocks. */
  aheadMs: () => number;
}

/** The app's one clock: this machine's, corrected by what was measured between it and the database's. */
export interface MeasuredClock {
  now: Clock;
  /** In milliseconds, this machine's clock before the database's above 0, as it was measured last. */
  offMs(): number;
  measure(): Promise<void>;
  /** Measures, and throws a `ClockOff` where this machine's clock is too far from the database's. */
  check(): Promise<void>;
}

/** A machine that is wrong about the time by more may be wrong about anything: it sends nothing. */
export const MOST_OFF_MS = 30_000;
/** An answer that took longer says little, unless it contradicts what was measured before. */
const SOON_MS = 1_000;

/** Thrown for a job to be tried again: by another process, or once the clock is set. */
export class ClockOff extends Error {
  override readonly name = "ClockOff";
  readonly code = "clock-off";

  constructor(offMs: number) {
    super(
      `The clock of this process is ${Math.round(Math.abs(offMs) / 1_000)} s ${offMs < 0 ? "behind" : "ahead of"} the database's: nothing is sent by it; tried again`,
    );
  }
}

/** Measures at once. Throws what `database` throws. */
export async function startClock({
  machine,
  database,
  aheadMs,
}: ClockSources): Promise<MeasuredClock> {
  const sample = async () => {
    const [before, from] = [machine(), performance.now()];
    const theirs = await database();
    return { offMs: (before + machine()) / 2 - theirs, tookMs: performance.now() - from };
  };
  let { offMs } = await sample();
  const measure = async () => {
    const found = await sample();
    const contradicts = Math.abs(found.offMs - offMs) > found.tookMs / 2;
    if (contradicts || found.tookMs <= SOON_MS) offMs = found.offMs;
  };
  return {
    now: () => new Date(machine() - offMs + aheadMs()).toISOString(),
    offMs: () => offMs,
    measure,
    async check() {
      await measure();
      if (Math.abs(offMs) > MOST_OFF_MS) throw new ClockOff(offMs);
    },
  };
}
