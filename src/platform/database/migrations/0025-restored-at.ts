import { type Kysely, sql } from "kysely";

/** Code of the former release ignores it; a workspace that is frozen for a restore keeps the time of that freeze. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table freezes add column restored_at timestamptz`.execute(db);
  await sql`update freezes set restored_at = (frozen::jsonb ->> 'since')::timestamptz
    where frozen::jsonb ->> 'cause' = 'restored'`.execute(db);
}
