import { type Kysely, sql } from "kysely";

/** Code that knows nothing of it goes on working beside it, but for the sandbox's start, which has no replicas. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  "alter table connections add column rails_read_at timestamptz",
  `alter table policies
    add column destination_approvers text,
    add column destination_approvals_required integer,
    add column cool_down_hours integer not null default 24`,
  `alter table requests
    add column kind text not null default 'create-rail',
    add column wrong_answers text not null default '{}',
    alter column destination_service_id drop not null`,
  "create index requests_by_destination on requests (connection_id, destination_service_id)",
  `alter table destinations
    add column approved_by text not null default '[]',
    add column proven_at timestamptz,
    add column contradicted_at timestamptz,
    add column request_id text references requests,
    drop constraint destinations_connection_id_service_id_key`,
  // A retired one stays in the register beside the one that takes its id into use again.
  `create unique index one_destination_in_use on destinations (connection_id, service_id)
    where retired_at is null`,
  "create index destinations_by_value on destinations (connection_id, lower(value))",
  `create table seen_rails (
    connection_id text not null references connections,
    rail_id text not null,
    workspace_id text not null references workspaces,
    destination_service_id text,
    facts text not null,
    last_seen_at timestamptz not null,
    primary key (connection_id, rail_id)
  )`,
  "create index seen_rails_by_destination on seen_rails (connection_id, destination_service_id)",
];
