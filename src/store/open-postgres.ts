import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { OpenDatabase } from "./open-embedded.ts";
import type { Database } from "./schema.ts";

/** PostgreSQL, for one process or many. `onError` hears of idle connections that the server closed. */
export function openPostgres(url: string, onError: (error: Error) => void): OpenDatabase {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5_000 });
  // Without a listener an idle connection that the server closes would end the process.
  pool.on("error", onError);
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    bossOptions: { connectionString: url, max: 5 },
    close: () => pool.end(),
  };
}
