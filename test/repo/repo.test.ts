import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { uncounted, usedBudgets } from "./budgets.ts";
import { FORBIDDEN, occurrences } from "./forbidden.ts";
import { circles, impurity, upwardImports, waysRoundTheSeam } from "./imports.ts";
import { readSourceFiles, type SourceFile, toSourceFile } from "./source-file.ts";

const files = readSourceFiles();

describe("every part", () => {
  it("keeps its budget of lines", () => {
    const uses = usedBudgets(files);
    const rows = uses.map(({ part, lines, budget, over }) => {
      const share = Math.round((100 * lines) / budget);
      const [used, all, percent] = [lines, budget, share].map((each) => String(each).padStart(7));
      const debt = over > 0 ? `  in debt, at most ${over}` : "";
      return `${part.padEnd(32)}${used} of${all}${percent} %${debt}`;
    });
    process.stdout.write(`${rows.join("\n")}\n`);

    expect(uses.filter(({ lines, budget, over }) => lines > budget + over)).toEqual([]);
  });

  it("has a budget", () => {
    expect(uncounted(files)).toEqual([]);
  });
});

const lines = (count: number) => Array<string>(count).fill("x").join("\n");
const many = Object.fromEntries(Array.from({ length: 26 }, (_, at) => [`src/rail/${at}.ts`, ""]));

/** Each rule, and files that break it. */
const RULES: [string, (files: readonly SourceFile[]) => string[], Record<string, string>][] = [
  [
    "imports only downwards",
    upwardImports,
    { "src/request/forms/ask.ts": 'import { rail } from "../../rail/rail.ts";' },
  ],
  [
    "imports capabilities only leftwards",
    upwardImports,
    { "src/rail/rail.ts": 'export { look } from "../check/look.ts";' },
  ],
  [
    "knows the app only at the start of the sandbox",
    upwardImports,
    { "src/sandbox/bank.ts": 'import { startApp } from "../app.ts";' },
  ],
  [
    "imports nothing from elsewhere",
    upwardImports,
    { "src/home/home.ts": 'import type { A } from "../../../src/app.ts";' },
  ],
  [
    "keeps the rules pure",
    impurity,
    { "src/request/rules/may.ts": 'import { db } from "../../platform/database/db.ts";' },
  ],
  [
    "keeps texts free of packages that read or write",
    impurity,
    { "src/platform/text/times.ts": 'import { readFile } from "node:fs/promises";' },
  ],
  [
    "keeps payment details free of time and chance",
    impurity,
    { "src/platform/payment-details/iban.ts": "const at = Date.now();" },
  ],
  [
    "starts the product only in the seam",
    waysRoundTheSeam,
    { "test/parts/start.test.ts": 'import { startProcess } from "../../src/process.ts";' },
  ],
  [
    "plays scenarios from outside",
    waysRoundTheSeam,
    { "test/scenarios/s1.test.ts": 'const { may } = await import("../../src/request/may.ts");' },
  ],
  [
    "has no circle of files",
    circles,
    {
      "src/rail/a.ts": 'import { b } from "./b.ts";',
      "src/rail/b.ts": 'import {\n  c,\n} from "./c.ts";',
      "src/rail/c.ts": 'import type { A } from "./a.ts";',
    },
  ],
  ["has no file of more than 250 lines", longFiles, { "src/rail/rail.ts": lines(251) }],
  ["has no folder of more than 25 files", fullFolders, many],
  ["has no line of more than 100 columns", wideLines, { "src/a.sql": `-- ${"x".repeat(98)}` }],
];

describe("this edition", () => {
  it.each(RULES)("%s", (_, find, planted) => {
    expect(find(treeOf(planted))).not.toEqual([]);
    expect(find(files)).toEqual([]);
  });

  it.each(FORBIDDEN)("has no $what", (forbidden) => {
    expect(occurrences(treeOf({ "src/rail/rail.ts": forbidden.planted }), forbidden)).toEqual([
      "src/rail/rail.ts:1",
    ]);
    expect(occurrences(files, forbidden)).toEqual([]);
  });
});

const treeOf = (texts: Record<string, string>): SourceFile[] =>
  Object.entries(texts).map(([path, text]) => toSourceFile(path, text));

function longFiles(all: readonly SourceFile[]): string[] {
  return all.filter((file) => file.lines.length > 250).map(({ path }) => path);
}

function fullFolders(all: readonly SourceFile[]): string[] {
  const folders = Map.groupBy(all, ({ path }) => dirname(path));
  return [...folders].filter(([, held]) => held.length > 25).map(([folder]) => folder);
}

/** A value that stands alone, such as an address, cannot be broken. */
function wideLines(all: readonly SourceFile[]): string[] {
  // The formatter breaks no text, no pattern and no markup, whose white space would be seen.
  const hasLongText = (line: string) => /(["'`/]).{50,}\1|<\w.*>/.test(line);
  const isWide = (line: string) => [...line].length > 100 && !hasLongText(line);
  return all.flatMap((file) =>
    file.lines.flatMap((line, at) => (isWide(line) ? [`${file.path}:${at + 1}`] : [])),
  );
}
