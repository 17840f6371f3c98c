/** One line of the table: what was measured, and what was measured beside it in the same run. */
export interface Figure {
  what: string;
  aim: string;
  figure: string;
  beside: string;
  /** The figure by what is beside it. */
  ratio: number | null;
}

/** As Markdown. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, aim, figure, beside, ratio }) => [
    what,
    aim,
    figure,
    beside,
    ratio === null ? "" : rounded(ratio),
  ]);
  const head = ["What", "Aim", "Figure", "Beside it, in the same run", "Ratio"];
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Three digits that count. */
export const rounded = (value: number): string =>
  value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));

export const inMs = (ms: number): string => `${rounded(ms)} ms`;
export const aSecond = (rate: number): string => `${rounded(rate)} a second`;

/** Does each of these, so many at once, and returns how many of them a second were done. */
export async function rateOf<Each>(
  all: readonly Each[],
  atOnce: number,
  work: (each: Each) => Promise<unknown>,
): Promise<number> {
  const left = all.values();
  const began = performance.now();
  const worker = async () => {
    for (const each of left) await work(each);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (all.length / (performance.now() - began)) * 1_000;
}
