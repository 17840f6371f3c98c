import { readFileSync } from "node:fs";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { openSqlite, StartError } from "../shared/open-sqlite.ts";

/** It counts on with each change of the schema; data of another version are refused. */
const VERSION = 10;

/** Throws a StartError if the directory holds data of another version, or as `openSqlite` does. */
export const openDatabase = (dataDir?: string): DatabaseSync =>
  openSqlite({ dataDir, file: "rail-service.sqlite", what: "Rail service" }, (database) => {
    const version = database.prepare("PRAGMA user_version").get()?.user_version;
    if (version === 0) {
      const schema = readFileSync(new URL("schema.sql", import.meta.url), "utf8");
      database.exec(`BEGIN; ${schema} PRAGMA user_version = ${VERSION}; COMMIT;`);
    } else if (version !== VERSION) {
      throw new StartError(`${dataDir} is of another release. Remove it to begin anew.`);
    }
  });

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
