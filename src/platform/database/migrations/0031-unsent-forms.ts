import { type Kysely, sql } from "kysely";

/** Forms that people began and closed. Code of the former release ignores them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table unsent_forms (
    id text not null,
    workspace_id text not null references workspaces,
    created_by text not null,
    form text not null,
    waits_for text,
    kept_at timestamptz not null,
    primary key (workspace_id, id)
  )`.execute(db);
}
