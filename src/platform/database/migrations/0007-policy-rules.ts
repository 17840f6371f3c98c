import { type Kysely, sql } from "kysely";

/** A policy is a list of rules; what stands in the older columns is read as two of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table policies add column document text`.execute(db);
}
