import { type Kysely, sql } from "kysely";

/** Code of the former release works beside it: it tells nobody of Rails made elsewhere, and counts what was ruled out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  "alter table connections add column unreadable_rails integer not null default 0",
  "alter table seen_rails add column told_at timestamptz",
  "alter table seen_rails add column told_alone_at timestamptz",
  "alter table seen_rails add column ruling text",
];
