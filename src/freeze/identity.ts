import { sql } from "kysely";
import type { Db } from "../platform/database/schema.ts";

/** The numbers of the server, the database and a table, which a dump does not contain. */
async function identityOf(db: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select concat_ws('/', system_identifier, (
      select oid from pg_database where datname = current_database()
    ), 'requests'::regclass::oid) as identity from pg_control_system()`.execute(db);
  return rows[0]?.identity ?? "";
}

/** True once after a database was restored from a dump or moved to another server; false for a new one. */
export async function isPutBack(db: Db): Promise<boolean> {
  const row = await db.selectFrom("installation").select("identity").executeTakeFirst();
  return row !== undefined && row.identity !== (await identityOf(db));
}

export async function rememberIdentity(db: Db): Promise<void> {
  const identity = await identityOf(db);
  await db
    .insertInto("installation")
    .values({ id: 1, identity })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ identity }))
    .execute();
}
