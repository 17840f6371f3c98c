import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { SCHEMA, VERSION } from "./schema.ts";
import { StartError } from "./start-error.ts";

const SQLITE_BUSY = 5;

/**
 * Opens the database of a directory, and makes it if it is missing; without a directory it is in
 * memory. Throws a StartError if another process holds the directory, or if it cannot be used.
 */
export function openDatabase(dataDir?: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true });
    database = new DatabaseSync(dataDir ? join(dataDir, "rail-service.sqlite") : ":memory:");
    // The operating system holds this lock, so it ends with the process, also after a kill.
    database.exec(`
      PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      BEGIN IMMEDIATE; COMMIT;
    `);
    const version = database.prepare("PRAGMA user_version").get()?.user_version;
    if (version === 0) {
      database.exec(`BEGIN; ${SCHEMA} PRAGMA user_version = ${VERSION}; COMMIT;`);
    } else if (version !== VERSION) {
      throw new StartError(`${dataDir} is of another release. Remove it to begin anew.`);
    }
    return database;
  } catch (cause) {
    database?.close();
    if (cause instanceof StartError) throw cause;
    const isBusy = cause instanceof Error && "errcode" in cause && cause.errcode === SQLITE_BUSY;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = isBusy
      ? `Another Rail service is using ${dataDir}. Stop it, or choose another directory.`
      : `Cannot keep data in ${dataDir}: ${reason}`;
    throw new StartError(message, { cause });
  }
}

/** Prepares a statement whose rows have this type: the schema is strict, and nobody else writes. */
export function query<Row>(database: DatabaseSync, sql: string) {
  const statement = database.prepare(sql);
  const all = (...values: SQLInputValue[]) => statement.all(...values) as unknown as Row[];
  return {
    all,
    find: (...values: SQLInputValue[]): Row | undefined => all(...values)[0],
    /** Throws if there is no row. */
    get(...values: SQLInputValue[]): Row {
      const [row] = all(...values);
      if (row === undefined) throw new Error(`No row for ${values.join(", ")}: ${sql}`);
      return row;
    },
  };
}

/** Commits all of the work before it returns, or none of it if the work throws. */
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
