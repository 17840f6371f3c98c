import { type Kysely, sql } from "kysely";

/** Code of the former release works beside it: it tells nobody of Rails that have changed or vanished. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table seen_rails add column watched text`.execute(db);
}
