import { type Kysely, sql } from "kysely";

/** Code of the former release ignores it and goes on working beside it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table slack_answers (
    workspace_id text not null references workspaces,
    about text not null,
    answer text not null,
    answered_at timestamptz not null,
    primary key (workspace_id, about)
  )`.execute(db);
  await sql`create table announcements (
    workspace_id text not null references workspaces,
    sequence integer not null,
    primary key (workspace_id, sequence)
  )`.execute(db);
}
