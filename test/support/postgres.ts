import { inject } from "vitest";
import type { Begun } from "./embedded.ts";
import "./global-setup.ts";
import type { TestDatabase } from "./postgres-server.ts";
import { createDatabaseOn, WITH_TABLES } from "./postgres-server.ts";

export type { TestDatabase };

/** True where this run has a PostgreSQL; what needs one is skipped elsewhere. */
export const hasPostgres = inject("postgresUrl") !== null;

/** The run's PostgreSQL, as its superuser. */
export function postgresUrl(): string {
  const url = inject("postgresUrl");
  if (url === null) throw new Error("There is no PostgreSQL here; see hasPostgres");
  return url;
}

/** A database of its own on the run's PostgreSQL. */
export const createDatabase = (begun: Begun = "empty"): Promise<TestDatabase> =>
  createDatabaseOn(postgresUrl(), begun === "empty" ? undefined : WITH_TABLES);
