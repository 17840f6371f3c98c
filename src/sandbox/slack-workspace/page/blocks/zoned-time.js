import { timeZone } from "../directory.js";

const DAY = 86_400_000;

/** What a clock shows where the reader is, `2026-07-01T09:30`; empty without a moment. */
export const localTime = (epochSeconds) =>
  epochSeconds ? clockAt(epochSeconds * 1000).slice(0, 16) : "";

/**
 * The moment, in seconds, at which a clock where the reader is shows `local`. Of two, when clocks go back, it is the first;
 * a time that they skip is counted on from the one before.
 */
export function momentOf(local) {
  const asUtc = Date.parse(`${local}Z`);
  const moments = [asUtc - DAY, asUtc + DAY].map((nearby) => asUtc - aheadOfUtc(nearby));
  return (moments.find((each) => clockAt(each).startsWith(local)) ?? moments[0]) / 1000;
}

const aheadOfUtc = (at) => Date.parse(`${clockAt(at)}Z`) - at;

/** Swedish dates happen to be ISO dates. */
const clockAt = (at) =>
  new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "medium",
    timeZone: timeZone(),
  })
    .format(at)
    .replace(" ", "T");
