import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, existsSync, globSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { copyOf, ROOT } from "../campaign/planting.ts";
import { compileApp } from "../support/child-environment.ts";
import { makeFirstStart } from "../support/embedded.ts";
import { findPrograms, startWithTemplate } from "../support/postgres-server.ts";
import { chooseMutants } from "./choose.ts";
import type { Mutant } from "./operators.ts";
import type { Reached, Related } from "./related.ts";
import { readRelated } from "./related.ts";
import type { Tried, Verdict } from "./try-mutant.ts";
import { tryMutant } from "./try-mutant.ts";

/**
 * `npm run mutants -- --count N --seed S [--only part-of-a-path] [--jobs J] [--seconds T]`: runs the suite once, to learn which
 * test enters which function. Then makes N small mistakes, one at a time, and runs the nearest tests that enter its function, T
 * seconds of them; where those notice nothing, three times as many more. Started again, it goes on after the last one. Prints
 * a table in Markdown.
 */
const { values } = parseArgs({
  options: {
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    jobs: { type: "string", default: "2" },
    seconds: { type: "string", default: "40" },
  },
});

const { only } = values;
const count = Number(values.count);
const seed = Number(values.seed);
const most = Number(values.seconds);
const FARTHER = 4;
if (![count, seed, most].every(Number.isInteger)) throw new Error("Whole numbers are wanted");

const mutants = chooseMutants(ROOT, { count, seed, only });
const kept = join(tmpdir(), `signalbox-mutants-${digestOf(mutants).slice(0, 12)}.jsonl`);
const known = new Map<string, Tried>();
if (existsSync(kept)) {
  for (const line of linesOf(kept)) {
    const tried: Tried = JSON.parse(line);
    known.set(idOf(tried), tried);
  }
}
console.error(`${mutants.length} mutants, of which ${known.size} are known from ${kept}`);

const waiting = mutants.filter((each) => !known.has(idOf(each)));
if (waiting.length > 0) {
  const firstStart = await makeFirstStart();
  const compiled = await compileApp();
  const related = readRelated(ROOT, await whatIsReached());
  const work = () => lane(related);
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  await compiled.remove();
  await firstStart.remove();
}
console.log(table(mutants.flatMap((each) => known.get(idOf(each)) ?? [])));

/** What each test enters, kept as long as sources and tests stay the same. */
async function whatIsReached(): Promise<Reached[]> {
  const all = globSync(["src/**/*.ts", "test/**/*.ts"], {
    cwd: ROOT,
    exclude: ["test/mutants/**"],
  }).toSorted();
  const hash = createHash("sha256");
  for (const file of all) hash.update(file).update(readFileSync(join(ROOT, file)));
  const file = join(tmpdir(), `signalbox-reached-${hash.digest("hex").slice(0, 12)}.jsonl`);
  if (!existsSync(file)) {
    console.error("The suite is run once, to learn what each test enters");
    const writing = `${file}.new`;
    rmSync(writing, { force: true });
    const given = ["run", "--config", "test/mutants/reach.config.ts", "--reporter", "dot"];
    const child = spawn(join(ROOT, "node_modules/.bin/vitest"), given, {
      cwd: ROOT,
      env: { ...process.env, MUTANTS_REACHED: writing },
      stdio: ["ignore", "ignore", "inherit"],
    });
    await once(child, "exit");
    renameSync(writing, file);
  }
  return linesOf(file).map((line): Reached => JSON.parse(line));
}

function linesOf(file: string): string[] {
  return readFileSync(file, "utf8").split("\n").filter(Boolean);
}

/** A copy of the tree, and a PostgreSQL. */
async function lane(related: Related): Promise<void> {
  const programs = findPrograms();
  await using tree = await copyOf(ROOT);
  await using server = programs ? await startWithTemplate(programs) : undefined;
  const environment = { ...process.env, ...(server && { MUTANTS_POSTGRES: server.url }) };
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    const all = related(mutant, most * FARTHER);
    const nearest = related(mutant, most);
    const farther = all.filter((test) => !nearest.includes(test));
    const tried = await tryMutant({ path: tree.path, environment }, mutant, { nearest, farther });
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
    `${noticed} of ${all.length} noticed (${so("compiler")} by the compiler), ${so("survived")} survived, ${so("late")} late, ${so("not covered")} not covered (seed ${seed}; tests of ${most} seconds each, of ${most * FARTHER} where those noticed nothing).`,
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
