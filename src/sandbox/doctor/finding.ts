/** One value as this repository assumes it and as it was found. It names no person, id or token. */
export interface Finding {
  what: string;
  /** The section and mark in `slack-platform.md`. */
  source?: string;
  here: string;
  there: string;
  verdict: "same" | "differs" | "not tried";
  /** Says what to change, and where, if the values differ. */
  remedy: string;
}

export type Expected = Omit<Finding, "there" | "verdict">;

export function found(expected: Expected, there: string): Finding {
  return { ...expected, there, verdict: there === expected.here ? "same" : "differs" };
}

export function notTried(expected: Expected, why: string): Finding {
  return { ...expected, there: why, verdict: "not tried" };
}

/** Prints a table, and below it what to do about each difference. */
export function report(findings: readonly Finding[]): string {
  const rows = findings.map(({ what, source, here, there, verdict }) => [
    source ? `${what} (${source})` : what,
    here,
    verdict === "same" ? "" : there,
    verdict,
  ]);
  const differing = findings.filter(({ verdict }) => verdict === "differs");
  return [
    "| Value | Here | There | |",
    "| --- | --- | --- | --- |",
    ...rows.map((row) => `| ${row.join(" | ")} |`),
    "",
    ...differing.map(({ what, remedy }) => `- ${what}: ${remedy}`),
    summary(findings, differing.length),
  ].join("\n");
}

function summary({ length }: readonly Finding[], differing: number): string {
  if (differing === 0) return `${length} values: none that could be tried differs.`;
  return `${length} values: ${differing} ${differing === 1 ? "differs" : "differ"}.`;
}
