/** Growing pauses in seconds: between looks for a Rail of unknown outcome, and between tries that were not sent. */
const PAUSES = [5, 30, 120, 600, 3600] as const;

/** How many clean looks before a person is asked, and how many reads of a Rail that the service does not show yet. */
export const ENOUGH_LOOKS = PAUSES.length;
export const ENOUGH_READS = PAUSES.length;

/** Which of the pauses lies between tries with a token that the service refuses. */
export const TOKEN_PAUSE = 2;

/** The time at which to look again, after `times` looks before: ISO 8601 from ISO 8601. */
export function laterThan(now: string, times: number): string {
  const seconds = PAUSES[Math.min(times, PAUSES.length - 1)] ?? PAUSES[0];
  return new Date(Date.parse(now) + seconds * 1000).toISOString();
}
