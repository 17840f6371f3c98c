import type { Kysely } from "kysely";
import { sql } from "kysely";

/** Code that knows nothing of it goes on working beside it, and is not stopped by a freeze. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table freezes (
    workspace_id text primary key references workspaces,
    version integer not null,
    frozen text,
    notice_version integer not null default 0,
    notice_channel_id text,
    notice_ts text
  )`,
  "insert into freezes (workspace_id, version) select id, 0 from workspaces",
  "create table installation (id integer primary key, identity text not null)",
  "alter table messages add column freeze_version integer not null default 0",
  "alter table messages add column redraw_at timestamptz",
];
