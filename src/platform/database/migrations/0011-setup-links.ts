import { type Kysely, sql } from "kysely";

/** Links to the page on which a token is entered: of each only its hash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table setup_links (
    hash text primary key,
    workspace_id text not null references workspaces,
    user_id text not null,
    user_name text not null,
    connection_name text not null,
    base_url text not null,
    reason text not null,
    view_id text,
    expires_at timestamptz not null,
    tries integer not null default 0,
    used_at timestamptz
  )`,
  "create index setup_links_by_time on setup_links (expires_at)",
];
