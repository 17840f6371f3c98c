/**
 * Seconds after an unclear POST at which we look, and after a creation at which we read it back.
 */
const LOOKS = [1, 10, 60, 240, 600] as const;

/** After this many seconds without finding it people are asked. */
export const LOOK_FOR = 600;

/** A Rail that reading back does not show after this many reads is a question for people. */
export const READS = 5;

/**
 * *Approve again* opens this long after an attempt, in seconds: whatever the service does late has
 * shown by then.
 */
export const AGAIN_AFTER = 3_600;

/** A walk is fresh for a claim if it ended less than this many seconds ago. */
export const FRESH_LOOK = 60;

/** How long a take lasts unless it is extended, in seconds. */
export const TAKE = 6;

/** Seconds between tries of what was not sent. */
const TRIES = [5, 30, 120, 600, 3_600] as const;

/**
 * The next look after an attempt ended at `since`; null when it is time to ask people. ISO 8601, as
 * all times here.
 */
export function nextLook(since: string, now: string): string | null {
  const next = LOOKS.map((seconds) => later(since, seconds)).find((time) => time > now);
  return next ?? null;
}

/** The look that was due last, by the same pauses; null before the first. */
export function lastLook(since: string, now: string): string | null {
  return LOOKS.map((seconds) => later(since, seconds)).findLast((time) => time <= now) ?? null;
}

/** The next read of a Rail created at `since`, after `reads` fruitless ones. */
export function nextRead(since: string, reads: number): string {
  return later(since, reads === 0 ? 0 : (LOOKS[reads - 1] ?? LOOK_FOR));
}

export function nextTry(now: string, tries: number): string {
  return later(now, TRIES[Math.min(tries, TRIES.length) - 1] ?? TRIES[0]);
}

export function later(time: string, seconds: number): string {
  return new Date(Date.parse(time) + seconds * 1_000).toISOString();
}
