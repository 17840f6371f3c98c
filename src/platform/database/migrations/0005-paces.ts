import { type Kysely, sql } from "kysely";

/** Code that knows nothing of it goes on working beside it, and keeps no pace. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table paces (
    workspace_id text not null,
    lane text not null,
    taken_until timestamptz not null,
    primary key (workspace_id, lane)
  )`.execute(db);
}
