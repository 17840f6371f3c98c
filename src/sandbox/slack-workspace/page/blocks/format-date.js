import { timeZone } from "../directory.js";
import { now } from "../frame/clock.js";
import { clockAt } from "./zoned-time.js";

const DAY = 86_400_000;

/** The tokens of `@slack/types`, in British English. */
const TOKENS = {
  date_num: (at) => isoDate(at),
  date_slash: (at) => format(at, { year: "numeric", month: "2-digit", day: "2-digit" }),
  date: (at) => format(at, { month: "long", day: "numeric" }),
  date_long: (at) =>
    format(at, { weekday: "long", year: "numeric", month: "long", day: "numeric" }),
  date_long_full: (at) => format(at, { year: "numeric", month: "long", day: "numeric" }),
  date_short: (at) => format(at, { year: "numeric", month: "short", day: "numeric" }),
  date_pretty: (at) => nearDay(at) ?? TOKENS.date(at),
  date_long_pretty: (at) => nearDay(at) ?? TOKENS.date_long(at),
  date_short_pretty: (at) => nearDay(at) ?? TOKENS.date_short(at),
  day_divider_pretty: (at) =>
    nearDay(at) ?? (isThisYear(at) ? dayAndMonth(at) : TOKENS.date_long(at)),
  time: (at) => format(at, { hour: "2-digit", minute: "2-digit" }),
  time_secs: (at) => format(at, { hour: "2-digit", minute: "2-digit", second: "2-digit" }),
  ago: (at) => ago(at),
};

/**
 * Writes a moment in Slack's date format (`{date_short} at {time}`), in the reader's time zone. An impossible moment,
 * such as a far too distant year, gives `fallback`.
 */
export function formatDate(epochSeconds, template, fallback = template) {
  const at = new Date(epochSeconds * 1000);
  if (Number.isNaN(at.getTime())) return fallback;
  return template.replace(/\{(\w+)\}/g, (token, name) =>
    Object.hasOwn(TOKENS, name) ? TOKENS[name](at) : token,
  );
}

export const timeOfDay = (ts) => TOKENS.time(new Date(Number(ts) * 1000));

/** Writes the day between messages, where it begins a sentence. */
export function dayOf(ts) {
  const day = TOKENS.day_divider_pretty(new Date(Number(ts) * 1000));
  return `${day.charAt(0).toUpperCase()}${day.slice(1)}`;
}

const format = (at, options) =>
  new Intl.DateTimeFormat("en-GB", { ...options, timeZone: timeZone() }).format(at);

const dayAndMonth = (at) => format(at, { weekday: "long", month: "long", day: "numeric" });

const isoDate = (at) => clockAt(at).split("T")[0];

const isThisYear = (at) => isoDate(at).slice(0, 4) === isoDate(now()).slice(0, 4);

/** Counts calendar days, because a day on which clocks change has 23 or 25 hours. */
function nearDay(at) {
  const days = (Date.parse(isoDate(at)) - Date.parse(isoDate(now()))) / DAY;
  return { "-1": "yesterday", 0: "today", 1: "tomorrow" }[days];
}

function ago(at) {
  const seconds = Math.round((at - now()) / 1000);
  const units = { day: 86_400, hour: 3_600, minute: 60, second: 1 };
  const unit = Object.keys(units).find((name) => Math.abs(seconds) >= units[name]) ?? "second";
  return new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" }).format(
    Math.round(seconds / units[unit]),
    unit,
  );
}
