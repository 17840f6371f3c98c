import { sql } from "kysely";
import type { Db } from "./schema.ts";

/**
 * Lets a role run the app on tables that it does not own. It can alter none, and can only add to the audit and the
 * events of requests. Functions of the owner delete those of a removed workspace. Runs again after every migration,
 * for its new tables.
 */
export async function grantTo(db: Db, role: string): Promise<void> {
  const name = sql.id(role);
  await db.transaction().execute(async (trx) => {
    // Two grants at once of the same thing are an error.
    await sql`select pg_advisory_xact_lock(hashtextextended('signalbox grants', 0))`.execute(trx);
    const run = (statement: ReturnType<typeof sql>) => statement.execute(trx);
    await run(sql`grant usage on schema public, jobs to ${name}`);
    await run(sql`grant usage on all sequences in schema public to ${name}`);
    await run(
      sql`grant select, insert, update, delete on all tables in schema public, jobs to ${name}`,
    );
    await run(sql`revoke update, delete on audit, request_events, row_macs from ${name}`);
    await run(sql`revoke insert, update, delete on departures, retention from ${name}`);
    await run(
      sql`grant execute on function leave_workspace(text), note_forgotten(text),
        forget_history(text, integer) to ${name}`,
    );
    await run(
      sql`revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${name}`,
    );
  });
}
