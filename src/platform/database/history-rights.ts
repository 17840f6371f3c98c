import { sql } from "kysely";
import type { Db } from "./schema.ts";

/** What only the owner of the tables may do: rewrite history, and say how long it is kept. */

/**
 * Whether the role of this connection could change or delete history: as the owner or a member of it, by a granted
 * right, or by an object of its own in the schema of the owner's functions.
 */
export async function canRewriteHistory(db: Db): Promise<boolean> {
  const { rows } = await sql<{ can: boolean }>`
    select has_schema_privilege('public', 'create') or bool_or(
      pg_has_role(relowner, 'member')
      or has_table_privilege(oid, 'update, delete, truncate, trigger')
      or has_any_column_privilege(oid, 'update')
      or (relname in ('departures', 'retention') and has_any_column_privilege(oid, 'insert'))
    ) as can
    from pg_class where oid in (
      'audit'::regclass, 'request_events'::regclass, 'row_macs'::regclass, 'departures'::regclass,
      'retention'::regclass
    )`.execute(db);
  return rows[0]?.can ?? true;
}

/** How long the history of a workspace is kept after the app was removed from it: as the owner. */
export async function keepRetention(db: Db, days: number): Promise<void> {
  await db.updateTable("retention").set({ kept_days: days }).execute();
}
