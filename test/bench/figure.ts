/** One line of the table: what was measured, beside what it is held against, both in this run. */
export interface Figure {
  what: string;
  measured: string;
  /** What it is compared with, and its figure. */
  baseline: string;
  /** Measured by baseline, where both are numbers of one kind. */
  ratio?: number;
  aim?: string;
}

/** As Markdown, one line for each. */
export function table(figures: readonly Figure[]): string {
  return [
    "| What | Measured | Beside it, in the same run | Ratio | Aim |",
    "| --- | --- | --- | --- | --- |",
    ...figures.map(
      ({ what, measured, baseline, ratio, aim = "" }) =>
        `| ${[what, measured, baseline, ratio?.toFixed(2) ?? "", aim].join(" | ")} |`,
    ),
  ].join("\n");
}

/** The value that this share of all are not above; `share` from 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const inMs = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
export const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
export const inMb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
