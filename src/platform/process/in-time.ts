import { setTimeout as pause } from "node:timers/promises";

/** What it says about work that takes longer than a person's client waits. */
export const LATE = Symbol("late");

/** The work's own answer, or LATE after this many milliseconds; the work continues. */
export async function inTime<Answer>(
  work: Promise<Answer>,
  ms: number,
): Promise<Answer | typeof LATE> {
  const waiting = new AbortController();
  const deadline = pause(ms, LATE, { signal: waiting.signal });
  // An ended wait is no failure.
  deadline.catch(() => {});
  try {
    return await Promise.race([work, deadline]);
  } finally {
    waiting.abort();
  }
}
