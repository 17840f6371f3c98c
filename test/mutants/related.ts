import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** They judge texts, pictures or other programs, or run the same product again in a slower way. */
const NEVER = /^test\/(campaign|sandbox|bench|mutants|image|compose|docs|manifest)/;

/** Tests of the whole product are slower than the others, and nearer to nothing: two of them for each mutant. */
const MOST_LATE = 2;
const LATE = /^test\/(e2e|main|rotate-keys|authority\/\d)/;

export type Related = (file: string, most: number) => string[];

/**
 * Finds the tests that run a file: through imports, the nearest first.
 * @param root Of a tree.
 */
export function readRelated(root: string): Related {
  const all = globSync(["src/**/*.ts", "test/**/*.ts"], { cwd: root });
  const texts = new Map(all.map((file) => [file, readFileSync(join(root, file), "utf8")]));
  const importers = new Map<string, string[]>();
  for (const [file, text] of texts) {
    for (const [, isType, path = ""] of text.matchAll(IMPORT)) {
      if (isType) continue;
      const imported = join(dirname(file), path);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  /** A suite that runs on both engines stands in other files than its test. */
  const withParts = (test: string) => {
    const own = texts.get(test) ?? "";
    const parts = [...own.matchAll(IMPORT)].map(([, , path = ""]) => join(dirname(test), path));
    const besides = parts.filter((each) => /^test\/(?!support)/.test(each));
    return [own, ...besides.map((each) => texts.get(each) ?? "")].join("\n");
  };
  return (file, most) => {
    const names = [...(texts.get(file) ?? "").matchAll(EXPORT)].map(([, name = ""]) => name);
    const named = (test: string) => {
      const text = withParts(test);
      return names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).length;
    };
    const mirror = file.replace(/^src/, "test").replace(/\.ts$/, ".test.ts");
    const rank = (test: string, distance: number) =>
      (test === mirror ? 0 : 1000) +
      500 / (1 + named(test)) +
      (LATE.test(test) ? 100 : 0) +
      distance;
    return [...distancesFrom(file, importers)]
      .filter(([each]) => each.endsWith(".test.ts") && !NEVER.test(each))
      .map(([test, distance]) => [test, rank(test, distance)] as const)
      .toSorted((one, other) => one[1] - other[1] || one[0].localeCompare(other[0]))
      .filter(isNear())
      .slice(0, most)
      .map(([test]) => test);
  };
}

function isNear() {
  let late = 0;
  return ([test]: readonly [string, number]) => !LATE.test(test) || ++late <= MOST_LATE;
}

const IMPORT = /^(?:import|export)( type)?\b[^;"]*?\bfrom "(\.[^"]+)"/gm;
const EXPORT = /^export (?:async )?(?:function|const|class) (\w+)/gm;

function distancesFrom(file: string, importers: ReadonlyMap<string, readonly string[]>) {
  const found = new Map([[file, 0]]);
  // A map goes on over what is added while it is walked.
  for (const [each, distance] of found) {
    for (const next of importers.get(each) ?? [])
      if (!found.has(next)) found.set(next, distance + 1);
  }
  return found;
}
