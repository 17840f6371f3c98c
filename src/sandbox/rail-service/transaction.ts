import type { DatabaseSync } from "node:sqlite";

/** All of the work is on disk when this returns; where the work throws, nothing of it was done. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } finally {
    if (database.isTransaction) database.exec("ROLLBACK");
  }
}
