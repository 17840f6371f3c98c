import type { Finding } from "./finding.ts";

/** As a table, and below it what to do about each difference. */
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
  if (differing === 0) return `Of ${length} values, none that could be tried differs.`;
  return `Of ${length} values, ${differing} ${differing === 1 ? "differs" : "differ"}.`;
}
