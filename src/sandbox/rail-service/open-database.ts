import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { MIGRATIONS } from "./migrations.ts";
import { StartError } from "./start-error.ts";

const SQLITE_BUSY = 5;

/**
 * Opens the database of a directory, and makes it if it is missing; without a directory it is in memory. Throws a
 * StartError if another process holds the directory, or if it cannot be used.
 */
export function openDatabase(dataDir: string | undefined): DatabaseSync {
  if (dataDir === undefined) {
    const database = new DatabaseSync(":memory:");
    migrate(database);
    return database;
  }

  let database: DatabaseSync | undefined;
  try {
    mkdirSync(dataDir, { recursive: true });
    database = new DatabaseSync(join(dataDir, "rail-service.sqlite"));
    lock(database);
    migrate(database);
    return database;
  } catch (cause) {
    database?.close();
    throw cause instanceof StartError ? cause : toStartError(dataDir, cause);
  }
}

/** The operating system holds the lock, so it ends with the process, even after a kill. */
function lock(database: DatabaseSync): void {
  database.exec(`
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    BEGIN IMMEDIATE;
    COMMIT;
  `);
}

function migrate(database: DatabaseSync): void {
  const version = Number(database.prepare("PRAGMA user_version").get()?.user_version);
  if (version > MIGRATIONS.length) {
    throw new StartError("data-dir-unusable", "The data was written by a newer Rail service.");
  }
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < version) continue;
    database.exec(`BEGIN; ${migration} PRAGMA user_version = ${index + 1}; COMMIT;`);
  }
}

function toStartError(dataDir: string, cause: unknown): StartError {
  if (cause instanceof Error && "errcode" in cause && cause.errcode === SQLITE_BUSY) {
    return new StartError(
      "data-dir-in-use",
      `Another Rail service is using ${dataDir}. Stop it, or choose another directory.`,
      { cause },
    );
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StartError("data-dir-unusable", `Cannot keep data in ${dataDir}: ${reason}`, {
    cause,
  });
}
