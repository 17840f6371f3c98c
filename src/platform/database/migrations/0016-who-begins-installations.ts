import { type Kysely, sql } from "kysely";

/** A process of an earlier release beside this one begins installations that count for nobody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table install_states add column begun_by text not null default ''`.execute(db);
}
