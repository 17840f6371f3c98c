import { type Kysely, sql } from "kysely";

/** Code of the former release ignores it, and shows how to pay into a disputed Rail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table seen_rails add column dispute text`.execute(db);
}
