import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** What prevents a start, in words for the person who started it. */
export class StartError extends Error {
  override readonly name = "StartError";
}

const SQLITE_BUSY = 5;

/**
 * Opens this file in a directory, and makes both if they are missing; without a directory it is in
 * memory. `use` does the first work with it. Throws a StartError if another process (`what`) holds
 * the file, or if it cannot be used.
 */
export function openSqlite(
  { dataDir, file, what }: { dataDir: string | undefined; file: string; what: string },
  use: (database: DatabaseSync) => void,
): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true });
    database = new DatabaseSync(dataDir ? join(dataDir, file) : ":memory:");
    // The operating system holds this lock, so it ends with the process, also after a kill.
    database.exec(`
      PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;
      BEGIN IMMEDIATE; COMMIT;
    `);
    use(database);
    return database;
  } catch (cause) {
    database?.close();
    if (cause instanceof StartError) throw cause;
    const isBusy = cause instanceof Error && "errcode" in cause && cause.errcode === SQLITE_BUSY;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = isBusy
      ? `Another ${what} is using DATA_DIR ${dataDir}, and has locked it. Stop it, or choose another.`
      : `Cannot keep data in DATA_DIR ${dataDir}: ${reason}`;
    throw new StartError(message, { cause });
  }
}
