/** Growing pauses in seconds: between looks for a Rail of unknown outcome, and between tries that were not sent. */
export type Pauses = readonly [number, ...number[]];

export const USUAL_PAUSES: Pauses = [5, 30, 120, 600, 3600];

/** Looks after an unknown outcome: the first at once, since most Rails exist, and after ten minutes a person is asked. */
export const LOOK_PAUSES: Pauses = [1, 9, 50, 180, 360];

/** How many clean looks before a person is asked, and how many reads of a Rail that the service does not show yet. */
export function enoughLooks({ pauses = USUAL_PAUSES }: { pauses?: Pauses }): number {
  return pauses.length;
}

/** How many looks in a row may fail before a person is asked: with the usual pauses about a day of them. */
export function mostFailedLooks({ pauses = USUAL_PAUSES }: { pauses?: Pauses }): number {
  return pauses.length + 24;
}

/** The pause between tries with a token that the service refuses. */
export const TOKEN_PAUSE = 2;

/** How much the clocks of two processes may differ; also longer than a POST may take. */
export const CLOCKS_DIFFER_MS = 60_000;

/** The end of the longest pause that may begin now: a wrong clock set anything that waits longer. */
export function latestEnd({
  now,
  pauses = USUAL_PAUSES,
}: {
  now: string;
  pauses?: Pauses;
}): string {
  const longest = Math.max(...pauses) * 1000 + CLOCKS_DIFFER_MS;
  return new Date(Date.parse(now) + longest).toISOString();
}

/** Whether `time` has come, or cannot be true. */
export function hasCome(time: string, around: { now: string; pauses?: Pauses }): boolean {
  return around.now >= time || time > latestEnd(around);
}

/** When to look for a Rail again, after `times` whole looks that found none: ISO 8601. */
export const lookAfter = (
  { now, pauses = LOOK_PAUSES }: { now: string; pauses?: Pauses },
  times: number,
) => laterThan({ now, pauses }, times);

/** The time at which to try again, after `times` tries before: ISO 8601. */
export function laterThan(
  { now, pauses = USUAL_PAUSES }: { now: string; pauses?: Pauses },
  times: number,
): string {
  const seconds = pauses[Math.min(times, pauses.length - 1)] ?? pauses[0];
  return new Date(Date.parse(now) + seconds * 1000).toISOString();
}
