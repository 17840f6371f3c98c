import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { copyOf, ROOT } from "../campaign/planting.ts";
import { compileApp } from "../support/child-environment.ts";
import { makeFirstStart } from "../support/embedded.ts";
import { findPrograms, startWithTemplate } from "../support/postgres-server.ts";
import { chooseMutants } from "./choose.ts";
import type { Mutant } from "./operators.ts";
import { readRelated } from "./related.ts";
import type { Tried, Verdict } from "./try-mutant.ts";
import { tryMutant } from "./try-mutant.ts";

/**
 * `npm run mutants -- --count N --seed S [--only part-of-a-path] [--jobs J] [--tests T]`: makes N small mistakes, one at a
 * time, and runs the T nearest tests of each; where those notice nothing, four times as many more. Started again, it goes on
 * after the last one. Prints a table in Markdown.
 */
const { values } = parseArgs({
  options: {
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    jobs: { type: "string", default: "2" },
    tests: { type: "string", default: "16" },
  },
});

const { only } = values;
const count = Number(values.count);
const seed = Number(values.seed);
const most = Number(values.tests);
const FARTHER = 5;
if (![count, seed, most].every(Number.isInteger)) throw new Error("Whole numbers are wanted");

const mutants = chooseMutants(ROOT, { count, seed, only });
const related = readRelated(ROOT);
const kept = join(tmpdir(), `signalbox-mutants-${digestOf(mutants).slice(0, 12)}.jsonl`);
const known = new Map<string, Tried>();
if (existsSync(kept)) {
  for (const line of readFileSync(kept, "utf8").split("\n").filter(Boolean)) {
    const tried: Tried = JSON.parse(line);
    known.set(idOf(tried), tried);
  }
}
console.error(`${mutants.length} mutants, of which ${known.size} are known from ${kept}`);

const waiting = mutants.filter((each) => !known.has(idOf(each)));
if (waiting.length > 0) {
  const firstStart = await makeFirstStart();
  const compiled = await compileApp();
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  await compiled.remove();
  await firstStart.remove();
}
console.log(table(mutants.flatMap((each) => known.get(idOf(each)) ?? [])));

/** One lane: a copy of the tree, and a PostgreSQL. */
async function work(): Promise<void> {
  const programs = findPrograms();
  await using tree = await copyOf(ROOT);
  await using server = programs ? await startWithTemplate(programs) : undefined;
  const environment = { ...process.env, ...(server && { MUTANTS_POSTGRES: server.url }) };
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    const lane = { path: tree.path, environment };
    const tried = await tryMutant(lane, mutant, related(mutant.file, most * FARTHER), most);
    known.set(idOf(mutant), tried);
    appendFileSync(kept, `${JSON.stringify(tried)}\n`);
    console.error(row(tried));
  }
}

function idOf({ file, start, end, replace }: Mutant): string {
  return `${file}:${start}:${end}:${replace}`;
}

/** Other text in a file, or other mutants, are another list. */
function digestOf(all: readonly Mutant[]): string {
  const hash = createHash("sha256").update(all.map(idOf).join("\n"));
  for (const { file } of all) hash.update(readFileSync(join(ROOT, file)));
  return hash.digest("hex");
}

function table(all: readonly Tried[]): string {
  const so = (...verdicts: Verdict[]) =>
    all.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const noticed = so("killed", "compiler");
  return [
    `${noticed} of ${all.length} noticed (${so("compiler")} by the compiler), ${so("survived")} survived, ${so("late")} late, ${so("not covered")} not covered (seed ${seed}, ${most} tests each, ${most * FARTHER} where those noticed nothing).`,
    "",
    "| Mutant | Mistake | Verdict | By | Seconds |",
    "|---|---|---|---|---|",
    ...all.filter(({ verdict }) => verdict !== "killed").map(row),
  ].join("\n");
}

function row({ file, line, mistake, verdict, by, seconds }: Tried): string {
  const cells = [`${file}:${line}`, mistake, verdict, by, `${seconds}`];
  return `| ${cells.map((each) => each.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}
