import { type Kysely, sql } from "kysely";

/**
 * An index of values by the keys that look-alikes share. The first look fills it with the rows that exist, and with those that
 * the former release adds meanwhile. `destinations` gets no column: the former release would doubt the codes of its rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table known_values (
    connection_id text not null references connections,
    workspace_id text not null references workspaces,
    digest text not null,
    detail text not null,
    keys integer[] not null,
    primary key (connection_id, digest)
  )`,
  "create index known_values_by_key on known_values using gin (keys)",
  `create table destination_values (
    destination_id text primary key references destinations on delete cascade,
    workspace_id text not null,
    connection_id text not null,
    digest text
  )`,
  "create index destination_values_by_digest on destination_values (connection_id, digest)",
  "insert into destination_values select id, workspace_id, connection_id from destinations",
  `create function note_value() returns trigger language plpgsql as $$ begin
    insert into destination_values values (new.id, new.workspace_id, new.connection_id);
    return null;
  end $$`,
  `create trigger note_value after insert on destinations
    for each row execute function note_value()`,
  `alter table seen_rails
    add column source_digest text,
    add column destination_digest text,
    add column is_indexed boolean not null default false`,
  "create index seen_rails_not_indexed on seen_rails (connection_id) where not is_indexed",
  "create index seen_rails_by_source on seen_rails (connection_id, source_digest)",
  `create index seen_rails_elsewhere on seen_rails (connection_id, destination_digest)
    where agreed_at is distinct from last_seen_at`,
];
