/** From the beginning of one day up to that of another, `2026-07-01`, in UTC. */
export interface Period {
  from: string;
  to: string;
}

const YEAR = "(20\\d\\d)";
const PERIOD = new RegExp(`^${YEAR}(?:-Q([1-4])|-(0[1-9]|1[0-2]))?$`, "i");

/** Reads `2026`, `2026-Q3` or `2026-09`; null for anything else. */
export function readPeriod(typed: string): Period | null {
  const [, year, quarter, month] = PERIOD.exec(typed.trim()) ?? [];
  if (year === undefined) return null;
  const months = quarter ? 3 : month ? 1 : 12;
  const first = (Number(quarter ?? month ?? 1) - 1) * months;
  const day = (at: number) => new Date(Date.UTC(Number(year), at)).toISOString().slice(0, 10);
  return { from: day(first), to: day(first + months) };
}
