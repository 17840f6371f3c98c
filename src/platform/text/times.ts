/** Times arrive as ISO 8601. Ours are always in UTC and valid; the Rail service's may be neither. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function isTime(iso: string | null): iso is string {
  return iso !== null && !Number.isNaN(Date.parse(iso));
}

/** What is read where Slack cannot show its own date: `2026-03-03 10:00 UTC`. */
export function utcText(iso: string): string {
  const utc = new Date(iso).toISOString();
  return `${utc.slice(0, 10)} ${utc.slice(11, 16)} UTC`;
}

/** `12 days`, `3 hours`, `5 minutes`, `less than a minute`: whole units, rounded down. */
export function ageOf(since: string, now: string): string {
  const passed = Date.parse(now) - Date.parse(since);
  if (passed >= DAY) return counted(Math.floor(passed / DAY), "day");
  if (passed >= HOUR) return counted(Math.floor(passed / HOUR), "hour");
  if (passed >= MINUTE) return counted(Math.floor(passed / MINUTE), "minute");
  return "less than a minute";
}

/** `1 Rail`, `3 Rails`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
