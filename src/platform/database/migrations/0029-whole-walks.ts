import { type Kysely, sql } from "kysely";

/** What a short look at the list of Rails builds on. Code of the former release ignores it, and walks over the whole list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table connections
    add column whole_walk text,
    add column further_page text`.execute(db);
  await sql`alter table seen_rails add column agreed_at timestamptz`.execute(db);
  await sql`create index seen_rails_not_agreed on seen_rails (connection_id)
    where agreed_at is distinct from last_seen_at`.execute(db);
  await sql`create index seen_rails_with_ruling on seen_rails (connection_id)
    where ruling is not null`.execute(db);
}
