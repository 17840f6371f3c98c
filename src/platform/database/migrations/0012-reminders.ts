import { type Kysely, sql } from "kysely";

/** How many reminders of a request were begun, and when the next is due. Requests that wait already have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table requests
    add column reminded integer not null default 0,
    add column remind_at timestamptz`,
  "create index requests_to_remind on requests (remind_at) where remind_at is not null",
];
