/** A moment as one person reads it: in seconds since 1970, beside the sandbox's own time. */
interface Read {
  at: Date;
  now: Date;
  timeZone: string;
}

export interface DateReader {
  /** Milliseconds since 1970. */
  now: number;
  timeZone: string;
}

const DAY = 86_400_000;

const as =
  (options: Intl.DateTimeFormatOptions) =>
  ({ at, timeZone }: Read) =>
    new Intl.DateTimeFormat("en-GB", { ...options, timeZone }).format(at);

const date = as({ month: "long", day: "numeric" });
const long = as({ weekday: "long", year: "numeric", month: "long", day: "numeric" });
const short = as({ year: "numeric", month: "short", day: "numeric" });
const isoDate = ({ at, timeZone }: Read) =>
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(at);

/** Counts calendar days, because a day on which clocks change has 23 or 25 hours. */
function near(read: Read): string | undefined {
  const today = isoDate({ ...read, at: read.now });
  const days = (Date.parse(isoDate(read)) - Date.parse(today)) / DAY;
  return new Map([
    [-1, "yesterday"],
    [0, "today"],
    [1, "tomorrow"],
  ]).get(days);
}

function ago({ at, now }: Read): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
    ["second", 1],
  ] as const;
  const [unit, of] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  const words = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });
  return words.format(Math.round(seconds / of), unit);
}

/** Slack's tokens (https://docs.slack.dev/messaging/formatting-message-text#date-formatting). */
const TOKENS: Readonly<Record<string, (read: Read) => string>> = {
  date_num: isoDate,
  date_slash: as({ year: "numeric", month: "2-digit", day: "2-digit" }),
  date,
  date_long: long,
  date_long_full: as({ year: "numeric", month: "long", day: "numeric" }),
  date_short: short,
  date_pretty: (read) => near(read) ?? date(read),
  date_long_pretty: (read) => near(read) ?? long(read),
  date_short_pretty: (read) => near(read) ?? short(read),
  day_divider_pretty: (read) => near(read) ?? long(read),
  time: as({ hour: "2-digit", minute: "2-digit" }),
  time_secs: as({ hour: "2-digit", minute: "2-digit", second: "2-digit" }),
  ago,
};

/** Writes `{date_short} at {time}`. An impossible moment gives `fallback`. */
export function formatDate(
  seconds: number,
  template: string,
  { now, timeZone }: DateReader,
  fallback = template,
): string {
  const at = new Date(seconds * 1000);
  if (Number.isNaN(at.getTime())) return fallback;
  return template.replace(/\{(\w+)\}/g, (token, name) =>
    Object.hasOwn(TOKENS, name)
      ? (TOKENS[name]?.({ at, now: new Date(now), timeZone }) ?? token)
      : token,
  );
}
