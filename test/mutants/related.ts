import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Mutant } from "./operators.ts";
import { functionAt } from "./reach.ts";

/** They judge texts, pictures or other programs, or run the same product again in a slower way. */
export const NEVER = [
  "campaign",
  "sandbox",
  "bench",
  "mutants",
  "image",
  "compose",
  "docs",
  "manifest",
];

/** Tests of the whole product start it in processes of their own, in which nothing is written down. */
const WHOLE = /^test\/(e2e|main|rotate-keys|authority\/\d)/;
const MOST_WHOLE = 2;

/** What a test file entered, and for how long it ran. */
export interface Reached {
  test: string;
  seconds: number;
  reached: string[];
}

export type Related = (mutant: Mutant, seconds: number) => string[];

/**
 * Finds the tests that run a mutant: those that enter its function; or those that import it, if a module runs it as it loads,
 * or only a program of its own does. The nearest come first, until they would take more than so many seconds.
 * @param root Of a tree.
 */
export function readRelated(root: string, all: readonly Reached[]): Related {
  const files = globSync(["src/**/*.ts", "test/**/*.ts"], { cwd: root });
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
  const importers = importersIn(texts);
  const seconds = new Map(all.map((each) => [each.test, each.seconds]));
  const entered = new Map(all.map(({ test, reached }) => [test, new Set(reached)]));
  /** A suite that runs on both engines stands in other files than its test. */
  const withParts = (test: string) => {
    const own = texts.get(test) ?? "";
    const parts = [...own.matchAll(IMPORT)].map(([, , path = ""]) => join(dirname(test), path));
    const besides = parts.filter((each) => /^test\/(?!support)/.test(each));
    return [own, ...besides.map((each) => texts.get(each) ?? "")].join("\n");
  };
  return ({ file, start }, most) => {
    const source = texts.get(file) ?? "";
    const names = [...source.matchAll(EXPORT)].map(([, name = ""]) => name);
    const named = (test: string) => {
      const text = withParts(test);
      return names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).length;
    };
    const mirror = file.replace(/^src/, "test").replace(/\.ts$/, ".test.ts");
    const place = functionAt(file, source, start) ?? "";
    const isEntered = all.some(({ reached }) => reached.includes(place));
    const runs = (test: string) =>
      !isEntered || WHOLE.test(test) || entered.get(test)?.has(place) === true;
    const rank = (test: string, distance: number) =>
      (test === mirror ? 0 : 1000) +
      500 / (1 + named(test)) +
      (WHOLE.test(test) ? 100 : 0) +
      distance;
    return [...distancesFrom(file, importers)]
      .filter(([test]) => seconds.has(test) && runs(test))
      .map(([test, distance]) => [test, rank(test, distance)] as const)
      .toSorted((one, other) => one[1] - other[1] || one[0].localeCompare(other[0]))
      .map(([test]) => test)
      .filter(atMost(MOST_WHOLE, WHOLE))
      .filter(within(most, (test) => seconds.get(test) ?? 0));
  };
}

function atMost(most: number, which: RegExp) {
  let found = 0;
  return (test: string) => !which.test(test) || ++found <= most;
}

/** The first is taken however long it runs. */
function within(most: number, costOf: (test: string) => number) {
  let sum = 0;
  return (test: string) => {
    const isFirst = sum === 0;
    const more = sum + costOf(test);
    if (more > most && !isFirst) return false;
    sum = more;
    return true;
  };
}

const IMPORT = /^(?:import|export)( type)?\b[^;"]*?\bfrom "(\.[^"]+)"/gm;
const EXPORT = /^export (?:async )?(?:function|const|class) (\w+)/gm;

function importersIn(texts: ReadonlyMap<string, string>): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, text] of texts) {
    for (const [, isType, path = ""] of text.matchAll(IMPORT)) {
      if (isType) continue;
      const imported = join(dirname(file), path);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return importers;
}

function distancesFrom(file: string, importers: ReadonlyMap<string, readonly string[]>) {
  const found = new Map([[file, 0]]);
  // A map goes on over what is added while it is walked.
  for (const [each, distance] of found) {
    for (const next of importers.get(each) ?? [])
      if (!found.has(next)) found.set(next, distance + 1);
  }
  return found;
}
