import { type Kysely, sql } from "kysely";

/** Code that knows nothing of it goes on working beside it, draws no Home and looks at nobody's quorum. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  "alter table workspaces add column quorum_due_at timestamptz",
  "alter table workspaces add column quorum_found text not null default '[]'",
  "alter table workspaces add column quorum_warned_at timestamptz",
  `create table opened_homes (
    workspace_id text not null references workspaces,
    user_id text not null,
    channel_id text not null,
    hash text,
    primary key (workspace_id, user_id)
  )`,
  "create index seen_rails_by_moment on seen_rails (connection_id, moment)",
];
