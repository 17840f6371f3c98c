import { timeZone } from "./directory.js";

const DAY = 86_400_000;

const TOKENS = {
  date_num: (at) => isoDate(at),
  date_slash: (at) => isoDate(at).replaceAll("-", "/"),
  date: (at) => format(at, { dateStyle: "long" }),
  date_long: (at) =>
    format(at, { weekday: "long", year: "numeric", month: "long", day: "numeric" }),
  date_long_full: (at) =>
    format(at, { weekday: "long", year: "numeric", month: "long", day: "numeric" }),
  date_short: (at) => format(at, { year: "numeric", month: "short", day: "numeric" }),
  date_pretty: (at) => relativeDay(at) ?? TOKENS.date(at),
  date_long_pretty: (at) => relativeDay(at) ?? TOKENS.date_long(at),
  date_short_pretty: (at) => relativeDay(at) ?? TOKENS.date_short(at),
  day_divider_pretty: (at) => relativeDay(at) ?? TOKENS.date_long(at),
  time: (at) => format(at, { hour: "2-digit", minute: "2-digit" }),
  time_secs: (at) => format(at, { hour: "2-digit", minute: "2-digit", second: "2-digit" }),
  ago: (at) => ago(at),
};

/** Slack's date format (`{date_short} at {time}`), in the reader's time zone. */
export function formatDate(epochSeconds, template) {
  const at = new Date(epochSeconds * 1000);
  return template.replace(/\{(\w+)\}/g, (token, name) => TOKENS[name]?.(at) ?? token);
}

export const timeOfDay = (ts) => TOKENS.time(new Date(Number(ts) * 1000));
export const dayOf = (ts) => TOKENS.day_divider_pretty(new Date(Number(ts) * 1000));

const format = (at, options) =>
  new Intl.DateTimeFormat("en-GB", { ...options, timeZone: timeZone() }).format(at);

/** Swedish dates happen to be ISO dates. */
const isoDate = (at) => new Intl.DateTimeFormat("sv-SE", { timeZone: timeZone() }).format(at);

function relativeDay(at) {
  const days = { Today: 0, Yesterday: -1, Tomorrow: 1 };
  return Object.keys(days).find(
    (name) => isoDate(at) === isoDate(new Date(Date.now() + days[name] * DAY)),
  );
}

function ago(at) {
  const seconds = Math.round((at - Date.now()) / 1000);
  const units = { day: 86_400, hour: 3_600, minute: 60, second: 1 };
  const unit = Object.keys(units).find((name) => Math.abs(seconds) >= units[name]) ?? "second";
  return new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" }).format(
    Math.round(seconds / units[unit]),
    unit,
  );
}
