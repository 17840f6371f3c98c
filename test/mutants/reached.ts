import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { afterAll, expect } from "vitest";

/** Writes down, for each test file, which functions it entered and how long it took. */
const reached = new Set<string>();
Object.assign(globalThis, { reached });
const startedAt = performance.now();

afterAll(() => {
  const { testPath = "" } = expect.getState();
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  const line = { test: relative(process.cwd(), testPath), seconds, reached: [...reached] };
  appendFileSync(process.env.MUTANTS_REACHED ?? "", `${JSON.stringify(line)}\n`);
});
