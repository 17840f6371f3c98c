import { existsSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { compileApp } from "./child-environment.ts";
import { makeFirstStart } from "./embedded.ts";
import { keepFilesInMemory } from "./files-in-memory.ts";
import { findPrograms, offerForStores, startWithTemplate } from "./postgres-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of a PostgreSQL that this run has to itself, as its superuser; null where none is installed. */
    postgresUrl: string | null;
  }
}

const { CI, CHROMIUM_PATH = "/usr/bin/chromium" } = process.env;

/**
 * Does once for the run what each test would wait for: starts PostgreSQL, makes the embedded engine's first start,
 * compiles the app. Says in a line each what cannot be run here; in CI that is an error.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = findPrograms();
  if (!programs) notRun("the suites on PostgreSQL: initdb and postgres were not found");
  if (!existsSync(CHROMIUM_PATH)) {
    notRun(`the suites in a browser: no Chromium at ${CHROMIUM_PATH} (set CHROMIUM_PATH)`);
  }
  keepFilesInMemory();
  const server = programs === undefined ? undefined : await startWithTemplate(programs);
  // Not beside PostgreSQL: this keeps the process so busy that PostgreSQL would take the migration for given up.
  const [firstStart, compiled] = await Promise.all([makeFirstStart(), compileApp()]);
  project.provide("postgresUrl", server?.url ?? null);
  if (server) offerForStores(server);
  return async () => {
    await server?.stop();
    await firstStart.remove();
    await compiled.remove();
  };
}

function notRun(what: string): void {
  if (CI) throw new Error(`In CI everything must run, but not ${what}`);
  process.stderr.write(`Not run: ${what}\n`);
}
