/** The lead of the sandbox's clock over this machine's. */
export const clock = { aheadMs: 0 };

/** Milliseconds since 1970. */
export const now = () => Date.now() + clock.aheadMs;

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** Writes "1 day 2 hours ahead", or nothing without a lead. */
export function aheadInWords() {
  let left = clock.aheadMs;
  const parts = UNITS.flatMap(([unit, ms]) => {
    const count = Math.floor(left / ms);
    left -= count * ms;
    return count > 0 ? [`${count} ${count === 1 ? unit : `${unit}s`}`] : [];
  });
  if (clock.aheadMs === 0) return "";
  return `${parts.join(" ") || "less than a minute"} ahead`;
}
