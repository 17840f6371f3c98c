/** Times are ISO 8601, and valid: what arrives from outside is checked where it is read. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A twelfth of 365.25 days. */
const MONTH = 30.4375 * DAY;

/** `12 days`, `3 hours`, `5 minutes`, `less than a minute`: whole units, rounded down. */
export function ageOf(since: string, now: string): string {
  const passed = passedBetween(since, now);
  if (passed >= DAY) return counted(Math.floor(passed / DAY), "day");
  if (passed >= HOUR) return counted(Math.floor(passed / HOUR), "hour");
  if (passed >= MINUTE) return counted(Math.floor(passed / MINUTE), "minute");
  return "less than a minute";
}

/**
 * `3 mo`, `12 d`, `3 h`, `5 min`, `now`: for lists, at most five characters until a thousand
 * months.
 */
export function shortAgeOf(since: string, now: string): string {
  const passed = passedBetween(since, now);
  if (passed >= 2 * MONTH) return `${Math.floor(passed / MONTH)} mo`;
  if (passed >= DAY) return `${Math.floor(passed / DAY)} d`;
  if (passed >= HOUR) return `${Math.floor(passed / HOUR)} h`;
  if (passed >= MINUTE) return `${Math.floor(passed / MINUTE)} min`;
  return "now";
}

/** People read this where Slack cannot show its own date: `2026-03-03 10:00 UTC`. */
export function utcText(iso: string): string {
  const utc = new Date(iso).toISOString();
  return `${utc.slice(0, 10)} ${utc.slice(11, 16)} UTC`;
}

/** `1 Rail`, `3 Rails`; `1 person`, `3 people`. */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}

function passedBetween(since: string, now: string): number {
  return Date.parse(now) - Date.parse(since);
}
