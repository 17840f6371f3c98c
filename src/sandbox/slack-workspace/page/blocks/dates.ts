export interface DateReader {
  /** Milliseconds since 1970, by the sandbox's clock. */
  now: number;
  timeZone: string;
}

type Write = (at: Date, reader: DateReader) => string;

const as =
  (options: Intl.DateTimeFormatOptions): Write =>
  (at, { timeZone }) =>
    new Intl.DateTimeFormat("en-GB", { ...options, timeZone }).format(at);

const short = as({ year: "numeric", month: "short", day: "numeric" });
const long = as({ weekday: "long", year: "numeric", month: "long", day: "numeric" });

const DAY = 86_400_000;
const NEAR = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** Yesterday to tomorrow, by the calendar: where clocks change a day has 23 or 25 hours. */
function near(at: Date, { now, timeZone }: DateReader): string | undefined {
  const [day, today] = [at, now].map((each) =>
    Date.parse(new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(each)),
  );
  const days = ((day ?? 0) - (today ?? 0)) / DAY;
  return Math.abs(days) <= 1 ? NEAR.format(days, "day") : undefined;
}

/** Of https://docs.slack.dev/messaging/formatting-message-text#date-formatting what is used. */
const TOKENS: Readonly<Record<string, Write>> = {
  date_long: long,
  date_short_pretty: (at, reader) => near(at, reader) ?? short(at, reader),
  day_divider_pretty: (at, reader) => near(at, reader) ?? long(at, reader),
  time: as({ hour: "2-digit", minute: "2-digit" }),
  time_secs: as({ hour: "2-digit", minute: "2-digit", second: "2-digit" }),
};

/** Writes `{date_short} at {time}`. An impossible moment gives `fallback`. */
export function formatDate(
  seconds: number,
  template: string,
  reader: DateReader,
  fallback = template,
): string {
  const at = new Date(seconds * 1000);
  if (Number.isNaN(at.getTime())) return fallback;
  return template.replace(/\{(\w+)\}/g, (token, name) =>
    Object.hasOwn(TOKENS, name) ? (TOKENS[name]?.(at, reader) ?? token) : token,
  );
}
