import { type Kysely, sql } from "kysely";

/** Nothing before it reads it: code that knows nothing of it goes on working beside it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table slack_installations (
    workspace_id text primary key references workspaces,
    sealed_bot_token text not null,
    bot_id text not null,
    bot_user_id text not null,
    installed_at timestamptz not null
  )`,
];
