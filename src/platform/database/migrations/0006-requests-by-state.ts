import { type Kysely, sql } from "kysely";

/** Requests are counted with every scrape of every replica, and their rows are long: the index alone is read for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index requests_by_state on requests (kind, status)`.execute(db);
}
