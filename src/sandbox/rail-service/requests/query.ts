import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { z } from "zod";

/** SQLite hands integers over as bigints, so that no amount is ever rounded. */
export const integer = z.bigint().transform(Number);
export const flag = z.bigint().transform((value) => value === 1n);

/** Prepares statements that begin with `select`, and reads their rows with `row`. */
export function querying<T>(database: DatabaseSync, row: z.ZodType<T>, select: string) {
  return (rest = "") => {
    const statement = database.prepare(`${select} ${rest}`);
    statement.setReadBigInts(true);
    const find = (...values: SQLInputValue[]): T | undefined => {
      const found = statement.get(...values);
      return found && row.parse(found);
    };
    return {
      find,
      /** Throws if there is no row. */
      get(...values: SQLInputValue[]): T {
        const found = find(...values);
        if (found === undefined)
          throw new Error(`No row for ${values.join(", ")}: ${select} ${rest}`);
        return found;
      },
      all: (...values: SQLInputValue[]): T[] =>
        statement.all(...values).map((each) => row.parse(each)),
    };
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
