import { type Kysely, sql } from "kysely";

/** Code of the former release ignores it and goes on working beside it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table acknowledged_clicks (
    delivery text primary key,
    workspace_id text not null,
    user_id text not null,
    what text not null,
    alive_at timestamptz not null,
    was_saved boolean
  )`.execute(db);
}
