import { type Kysely, sql } from "kysely";

/** The index that keeps an id to one destination leaves out retired ones, so that it finds none by their id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index destinations_by_service_id on destinations (connection_id, service_id)`.execute(
    db,
  );
}
