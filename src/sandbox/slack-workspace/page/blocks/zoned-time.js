import { timeZone } from "../directory.js";

const DAY = 86_400_000;

/** Returns the reader's local time, `2026-07-01T09:30`; empty without a moment. */
export const localTime = (epochSeconds) =>
  epochSeconds ? clockAt(epochSeconds * 1000).slice(0, 16) : "";

/**
 * Returns the moment, in seconds, at which the reader's clock shows `local`. When clocks go back, a time that occurs
 * twice means the first. When they go forward, a time that is skipped means as much later as it is past the gap's start.
 */
export function momentOf(local) {
  const asUtc = Date.parse(`${local}Z`);
  const moments = [asUtc - DAY, asUtc + DAY].map((nearby) => asUtc - aheadOfUtc(nearby));
  return (moments.find((each) => clockAt(each).startsWith(local)) ?? moments[0]) / 1000;
}

const aheadOfUtc = (at) => Date.parse(`${clockAt(at)}Z`) - at;

/** Returns the reader's `2026-07-01T09:30:00` at a moment: Swedish dates have the form of ISO dates. */
export const clockAt = (at) =>
  new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "medium",
    timeZone: timeZone(),
  })
    .format(at)
    .replace(" ", "T");
