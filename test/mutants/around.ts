import type { TestProject } from "vitest/node";

/** The runner has made all that a run needs, once for every mutant. */
export function setup(project: TestProject): void {
  project.provide("postgresUrl", process.env.MUTANTS_POSTGRES ?? null);
}
