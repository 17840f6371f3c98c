import type { TestProject } from "vitest/node";
import { findPrograms, startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of a PostgreSQL that this run has to itself, as its superuser. */
    postgresUrl: string;
  }
}

/** Starts one PostgreSQL for the run; each test has a database of its own on it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = findPrograms();
  if (programs === null) throw new Error("The tests need PostgreSQL: pg_config was not found");
  const server = await startPostgres(programs);
  project.provide("postgresUrl", server.url);
  return () => server.stop();
}
