import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table workspaces (
    id text primary key,
    name text not null,
    last_request_number integer not null default 0,
    last_audit_sequence integer not null default 0,
    last_audit_hash text
  )`,
  `create table connections (
    id text primary key,
    workspace_id text not null references workspaces,
    base_url text not null,
    environment text not null,
    sealed_token text not null,
    is_current boolean not null,
    created_at timestamptz not null
  )`,
  "create unique index one_current_connection on connections (workspace_id) where is_current",
  `create table policies (
    workspace_id text not null references workspaces,
    version integer not null,
    approvers text not null,
    approvals_required integer not null,
    created_at timestamptz not null,
    primary key (workspace_id, version)
  )`,
  `create table destinations (
    id text primary key,
    workspace_id text not null references workspaces,
    connection_id text not null references connections,
    kind text not null,
    service_id text not null,
    name text not null,
    network text,
    value text not null,
    added_by text not null,
    added_at timestamptz not null,
    usable_from timestamptz not null,
    retired_at timestamptz,
    unique (connection_id, service_id)
  )`,
  `create table drafts (
    id text primary key,
    workspace_id text not null references workspaces,
    connection_id text not null references connections,
    created_by text not null,
    asked_in text not null,
    change text not null,
    updated_at timestamptz not null
  )`,
  `create table requests (
    id text primary key,
    workspace_id text not null references workspaces,
    connection_id text not null references connections,
    number integer not null,
    version integer not null,
    status text not null,
    name text not null,
    route text not null,
    destination_service_id text not null,
    canonical text not null,
    digest text not null,
    policy text not null,
    requested_by text not null,
    requested_at timestamptz not null,
    expires_at timestamptz not null,
    approvals text not null,
    attempt integer not null,
    state text not null,
    rail_id text,
    next_step_at timestamptz,
    unique (workspace_id, number),
    unique (connection_id, rail_id)
  )`,
  "create index requests_by_name on requests (workspace_id, name)",
  "create index requests_by_route on requests (connection_id, route)",
  "create index requests_by_requester on requests (workspace_id, requested_by, number)",
  "create index requests_by_next_step on requests (next_step_at) where next_step_at is not null",
  `create table request_events (
    request_id text not null references requests,
    workspace_id text not null,
    connection_id text not null,
    version integer not null,
    type text not null,
    at timestamptz not null,
    event text not null,
    primary key (request_id, version)
  )`,
  `create table messages (
    request_id text not null references requests,
    workspace_id text not null,
    connection_id text not null,
    kind text not null,
    channel_id text not null,
    ts text not null,
    version integer not null,
    primary key (request_id, kind)
  )`,
  `create table audit (
    workspace_id text not null references workspaces,
    sequence integer not null,
    at text not null,
    actor text not null,
    action text not null,
    connection_id text not null,
    request_id text,
    facts text not null,
    previous_hash text not null,
    hash text not null,
    primary key (workspace_id, sequence)
  )`,
  "create table deliveries (key text primary key, received_at timestamptz not null)",
  "create index deliveries_by_time on deliveries (received_at)",
];
