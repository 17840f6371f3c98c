import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { OpenDatabase } from "./open-embedded.ts";
import type { Database } from "./schema.ts";

/** PostgreSQL, for one process or many. `onError` hears of connections that were lost. */
export function openPostgres(url: string, onError: (error: Error) => void): OpenDatabase {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5_000 });
  // Without a listener a lost connection would end the process: an idle one, and one within a transaction.
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", onError));
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    bossOptions: { connectionString: url, max: 5 },
    close: () => pool.end(),
  };
}
