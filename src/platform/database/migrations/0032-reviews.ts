import { type Kysely, sql } from "kysely";

/** Finds the entries that make a review among all others. Code of the former release ignores it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_of_reviews on audit (workspace_id, sequence)
    where action in ('reviews-begun', 'reviewed', 'reviews-ended')`.execute(db);
}
