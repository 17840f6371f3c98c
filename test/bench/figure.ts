/**
 * One line of the table: what was measured, its aim, the figure, what was measured beside it in the
 * same run, and the figure by that.
 */
export type Figure = readonly [
  what: string,
  aim: string,
  figure: string,
  beside: string,
  ratio: number,
];

const HEAD = ["What", "Aim", "Figure", "Beside it, in the same run", "Ratio"];

/** As Markdown. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [...figure.slice(0, -1), rounded(figure[4])]);
  const lines = [HEAD, HEAD.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Three digits that count. */
export const rounded = (value: number): string =>
  value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));

export const inMs = (ms: number): string => `${rounded(ms)} ms`;
export const aSecond = ({ core, clock }: Rate): string =>
  `${rounded(core)} a core second (${rounded(clock)} by the clock)`;

export type Rate = Awaited<ReturnType<typeof measure>>;

/** What a second of one core does, and a second of the clock, which others may slow down. */
export async function measure(count: number, work: () => Promise<unknown>) {
  const [began, before] = [performance.now(), process.cpuUsage()];
  await work();
  const clock = (1_000 * count) / (performance.now() - began);
  const { user, system } = process.cpuUsage(before);
  return { core: (1e6 * count) / (user + system), clock };
}

/** Does each of these, so many at once. */
export async function inTurns<Each>(
  all: readonly Each[],
  atOnce: number,
  work: (each: Each) => Promise<unknown>,
): Promise<void> {
  const left = all.values();
  const worker = async () => {
    for (const each of left) await work(each);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
