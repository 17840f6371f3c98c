import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import type { Mutant } from "./operators.ts";
import { mutated } from "./operators.ts";

/** `compiler`: no test noticed, but `npm run check` does. `late`: the tests were not done in time. */
export type Verdict = "killed" | "compiler" | "survived" | "late" | "not covered";

export interface Tried extends Mutant {
  line: number;
  verdict: Verdict;
  /** The test that noticed. */
  by: string;
  seconds: number;
}

/** A tree of its own to break, with all that its runs need. */
export interface Lane {
  path: string;
  environment: NodeJS.ProcessEnv;
}

/** Tests that go on for so long hang, or are too many. */
const AT_MOST_MS = 180_000;
const FARTHER_AT_MOST_MS = 600_000;

/** Runs the nearest tests, and the farther ones only where those notice nothing. */
export async function tryMutant(
  lane: Lane,
  mutant: Mutant,
  { nearest, farther }: Record<"nearest" | "farther", readonly string[]>,
): Promise<Tried> {
  const startedAt = performance.now();
  const file = join(lane.path, mutant.file);
  const source = readFileSync(file, "utf8");
  const line = source.slice(0, mutant.start).split("\n").length;
  await writeFile(file, mutated(source, mutant));
  try {
    const first = await judged(lane, nearest, AT_MOST_MS);
    const { verdict, by } = first.verdict === "survived" ? await farAndWide(lane, farther) : first;
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    return { ...mutant, line, verdict, by, seconds };
  } finally {
    await writeFile(file, source);
  }
}

/** The compiler takes some seconds, and the farther tests minutes. */
async function farAndWide(lane: Lane, farther: readonly string[]): Promise<Judged> {
  const line = ["node_modules/.bin/tsc", "--incremental", "--tsBuildInfoFile", ".compiled"];
  const { code } = await runIn(lane, line, {}, AT_MOST_MS);
  if (code !== 0) return { verdict: code === null ? "late" : "compiler", by: "" };
  if (farther.length === 0) return { verdict: "survived", by: "" };
  return judged(lane, farther, FARTHER_AT_MOST_MS);
}

type Judged = Pick<Tried, "verdict" | "by">;

async function judged(lane: Lane, tests: readonly string[], atMostMs: number): Promise<Judged> {
  if (tests.length === 0) return { verdict: "not covered", by: "" };
  const config = "test/mutants/vitest.config.ts";
  const line = ["node_modules/.bin/vitest", "run", "--config", config, ...tests];
  const run = await runIn(lane, line, { MUTANTS_TESTS: tests.join(",") }, atMostMs);
  if (run.code === null) return { verdict: "late", by: "" };
  const [, by = "a module that does not load"] = /FAIL\s+(\S+.*)/.exec(run.said) ?? [];
  return run.code === 0 ? { verdict: "survived", by: "" } : { verdict: "killed", by: by.trim() };
}

/** The code is null where it had to be ended. */
async function runIn(
  { path, environment }: Lane,
  [program = "", ...given]: readonly string[],
  more: NodeJS.ProcessEnv,
  atMostMs: number,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(join(path, program), given, {
    cwd: path,
    env: { ...environment, ...more },
    // A group of its own, so that what it has started ends with it.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const timer = setTimeout(() => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, atMostMs);
  const ended = once(child, "exit");
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  clearTimeout(timer);
  const all = stripVTControlCharacters(said + complained);
  return { code: typeof code === "number" ? code : null, said: all };
}
