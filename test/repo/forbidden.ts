import type { SourceFile } from "./source-file.ts";

interface Forbidden {
  what: string;
  pattern: RegExp;
  where: RegExp;
  /** A line that must be found, so that the pattern is known to work. */
  planted: string;
  /** Also where the file mentions it in a comment. */
  inComments?: true;
}

/** All but the outside, what serves it alone, and the sandbox. */
const INSIDE = /^src\/(?!(app|main|operate)\.ts$|sandbox\/|platform\/slack\/socket\.ts$)/;
const ALL = /^(src|test)\/(?!repo\/)/;

export const FORBIDDEN: readonly Forbidden[] = [
  {
    what: "part of the context as a type",
    pattern: /\bPick<\s*Context\b/,
    where: ALL,
    planted: 'function post(ctx: Pick<Context, "db">) {}',
  },
  {
    what: "timer",
    pattern: /\b(set(Timeout|Interval|Immediate)|AbortSignal\.timeout)\b|node:timers/,
    where: INSIDE,
    planted: 'import { setTimeout as pause } from "node:timers/promises";',
  },
  {
    what: "clock",
    pattern: /new Date\(\)|\bDate\.now\b|\bDate\(\)|\bperformance\.now\b|\bhrtime\b/,
    where: INSIDE,
    planted: "const at = new Date().toISOString();",
  },
  {
    what: "chance",
    pattern: /\bMath\.random\b|\brandom(UUID|Bytes|Int)\b|\bgetRandomValues\b/,
    where: INSIDE,
    planted: "const id = crypto.randomUUID();",
  },
  {
    what: "global fetch",
    pattern: /(?<![.\w])fetch\((?!request:)|(?<!typeof )\bglobalThis\.fetch\b/,
    // The last is handed one.
    where: /^src\/(?!(app|main)\.ts$|sandbox\/|platform\/slack\/(socket|send)\.ts$)/,
    planted: "const answer = await fetch(url);",
  },
  {
    what: "mocked module",
    pattern: /\bvi\s*\.\s*(do)?[mM]ock\b/,
    where: ALL,
    planted: 'vi.mock("../../src/app.ts");',
  },
  {
    what: "host of a package registry",
    pattern: /\bregistry\.[a-z]|npmjs\.|\bnpm\.pkg\b|\bproxy\.golang\b|\bpypi\b|\/artifactory\b/,
    where: ALL,
    planted: "https://registry.example.com/ky",
    inComments: true,
  },
  {
    what: "path of a machine",
    pattern: /(?<![\w.}:*/)\]-])\/(work|home|root|Users|tmp|var|opt|usr)\/\w/,
    // The browser stands where Debian puts it.
    where: /^(src|test)\/(?!repo\/|sandbox\/support\/browser\.ts$)/,
    planted: 'spawn("/usr/bin/node");',
    inComments: true,
  },
];

/** Returns where a forbidden text occurs, as `path:line`. */
export const occurrences = (
  files: readonly SourceFile[],
  { pattern, where, inComments }: Forbidden,
): string[] =>
  files
    .filter(({ path }) => where.test(path))
    .flatMap(({ path, lines, code }) =>
      (inComments ? lines : code.split("\n")).flatMap((line, at) =>
        pattern.test(line) ? [`${path}:${at + 1}`] : [],
      ),
    );
