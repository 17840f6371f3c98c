/** Times are ISO 8601, and valid: what arrives from outside is checked where it is read. */

/** In milliseconds, longest first. */
const UNITS = [
  [86_400_000, "day", "d"],
  [3_600_000, "hour", "h"],
  [60_000, "minute", "min"],
] as const;
/** A twelfth of 365.25 days. */
const MONTH = 30.4375 * 86_400_000;

/** `12 days`, `3 hours`, `5 minutes`, `less than a minute`: whole units, rounded down. */
export function ageOf(since: string, now: string): string {
  const passed = Date.parse(now) - Date.parse(since);
  const [unit, name] = UNITS.find(([length]) => passed >= length) ?? [];
  return unit ? counted(Math.floor(passed / unit), name) : "less than a minute";
}

/**
 * `3 mo`, `12 d`, `3 h`, `5 min`, `now`: for lists, at most five characters until a thousand
 * months.
 */
export function shortAgeOf(since: string, now: string): string {
  const passed = Date.parse(now) - Date.parse(since);
  if (passed >= 2 * MONTH) return `${Math.floor(passed / MONTH)} mo`;
  const [unit, , name] = UNITS.find(([length]) => passed >= length) ?? [];
  return unit ? `${Math.floor(passed / unit)} ${name}` : "now";
}

/** People read this where Slack cannot show its own date: `2026-03-03 10:00 UTC`. */
export function utcText(iso: string): string {
  const utc = new Date(iso).toISOString();
  return `${utc.slice(0, 10)} ${utc.slice(11, 16)} UTC`;
}

/** All of them; beyond `most`, in place of the rest, what `more` says of their number. */
export function upTo<T>(all: readonly T[], most: number, more: (count: number) => T): T[] {
  const rest = all.length - most;
  return rest > 0 ? [...all.slice(0, most), more(rest)] : [...all];
}

/** `1 Rail`, `3 Rails`; `1 person`, `3 people`. */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}
