import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { randomFrom } from "../campaign/random.ts";
import type { Mutant } from "./operators.ts";
import { mutantsOf } from "./operators.ts";

/** Not ours to judge here: the sandbox, what has run once, and what only a process of its own runs. */
const LEFT_ALONE = /^src\/(sandbox\/|platform\/database\/migrations\/|[^/]*\.ts$)/;

/** Chooses `count` mutants of all rules, use cases, jobs, queries and screens, spread over the files; the same for a seed. */
export function chooseMutants(
  root: string,
  { count, seed, only }: { count: number; seed: number; only: string },
): Mutant[] {
  const files = globSync("src/**/*.ts", { cwd: root })
    .filter((file) => !LEFT_ALONE.test(file) && file.includes(only))
    .toSorted();
  const all = files.flatMap((file) => mutantsOf(file, readFileSync(join(root, file), "utf8")));
  const random = randomFrom(seed);
  const shuffled = all
    .map((mutant) => ({ mutant, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ mutant }) => mutant);
  const perFile = Math.ceil((2 * count) / files.length);
  const taken = new Map<string, number>();
  const isSpread = ({ file }: Mutant) => {
    taken.set(file, (taken.get(file) ?? 0) + 1);
    return (taken.get(file) ?? 0) <= perFile;
  };
  return shuffled.filter(isSpread).slice(0, count);
}
