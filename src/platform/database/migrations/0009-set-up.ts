import { type Kysely, sql } from "kysely";

/** Code that knows nothing of it goes on working beside it: with the channel and the approvers of its environment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table workspaces
    add column approvals_channel text,
    add column set_up_at timestamptz`,
  `alter table connections
    add column name text not null default '',
    add column last_four text`,
  `alter table policies
    add column changed_by text,
    add column request_id text references requests`,
];
