import { sql } from "kysely";
import type { Db } from "./schema.ts";

/** In milliseconds since 1970, by the clock of the database's machine. */
export async function databaseTime(db: Db): Promise<number> {
  const { rows } = await sql<{ now: string }>`
    select extract(epoch from clock_timestamp()) * 1000 as now`.execute(db);
  const now = Number(rows[0]?.now);
  if (!Number.isFinite(now)) throw new TypeError("The database has not said what time it is");
  return now;
}
