/** Times arrive as ISO 8601. Ours are always in UTC and valid; the Rail service's may be neither. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function isTime(iso: string | null): iso is string {
  return iso !== null && !Number.isNaN(Date.parse(iso));
}

/** People read this if Slack cannot show its own date: `2026-03-03 10:00 UTC`. */
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

/** `1 Rail`, `3 Rails`; `1 approver is`, `3 approvers are`. */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}

/** The hour of the day, 0 to 23, in a time zone by its IANA name; in UTC if that is missing or unknown. */
export function hourIn(timeZone: string | undefined, at: string): number {
  try {
    const format = { hour: "2-digit", hourCycle: "h23", timeZone: timeZone ?? "UTC" } as const;
    return Number(new Intl.DateTimeFormat("en-GB", format).format(new Date(at)));
  } catch {
    return new Date(at).getUTCHours();
  }
}
