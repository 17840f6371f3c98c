import { type Kysely, sql } from "kysely";

/** Code that knows nothing of it goes on working beside it, and ends what waits instead of holding it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  "alter table connections add column succeeded_by text",
  "alter table connections add column is_holding boolean not null default false",
];
