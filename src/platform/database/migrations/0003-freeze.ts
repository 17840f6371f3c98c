import { type Kysely, sql } from "kysely";

/** Code that knows nothing of it goes on working beside it, and is not stopped by a freeze. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table freezes (
    workspace_id text primary key references workspaces,
    version integer not null,
    frozen text,
    notice_version integer not null default 0,
    notice_channel_id text,
    notice_ts text,
    told text not null default '{}'
  )`,
  "insert into freezes (workspace_id, version) select id, 0 from workspaces",
  // What the database has come to know first, whatever the clocks say. Requests first: of Rails that were seen before
  // this it is not known when, and they count as seen since.
  "create sequence moments",
  "alter table requests add column moment bigint not null default nextval('moments')",
  "alter table seen_rails add column moment bigint not null default nextval('moments')",
  // It refers to no row that several requests share: two that are saved at once would lock that, and then each other.
  `create table request_rails (
    request_id text not null references requests,
    rail_id text not null,
    connection_id text not null,
    workspace_id text not null,
    primary key (request_id, rail_id)
  )`,
  "create index request_rails_by_rail on request_rails (connection_id, rail_id)",
  `insert into request_rails (request_id, rail_id, connection_id, workspace_id)
    select id, rail_id, connection_id, workspace_id from requests where rail_id is not null`,
  "create table installation (id integer primary key, identity text not null)",
  "alter table messages add column freeze_version integer not null default 0",
  "alter table messages add column redraw_at timestamptz",
];
