import { type Kysely, sql } from "kysely";

/**
 * Installations of workspaces and of whole organisations, and what becomes of a workspace that was left. No release has
 * ever written to the table that goes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  "drop table slack_installations",
  `create table slack_installations (
    id text primary key,
    is_org_wide boolean not null,
    team_id text,
    team_name text,
    enterprise_id text,
    enterprise_name text,
    app_id text not null,
    bot_id text not null,
    bot_user_id text not null,
    installed_by text not null,
    scopes text not null,
    installed_at timestamptz not null,
    sealed_bot_token text not null,
    sealed_refresh_token text,
    expires_at timestamptz,
    tokens_version integer not null default 1,
    refreshing_until timestamptz,
    is_refresh_refused boolean not null default false
  )`,
  "alter table workspaces add column enterprise_id text",
  "alter table workspaces add column left_at timestamptz",
  "create index workspaces_by_enterprise on workspaces (enterprise_id) where enterprise_id is not null",
  `create table departures (
    workspace_id text not null references workspaces,
    left_at timestamptz not null,
    last_audit_sequence integer not null,
    last_audit_hash text,
    forgotten_at timestamptz,
    audit_deleted_at timestamptz,
    primary key (workspace_id, left_at)
  )`,
  "create index departures_to_end on departures (left_at) where audit_deleted_at is null",
  `create table install_states (
    hash text primary key,
    expires_at timestamptz not null
  )`,
  "create index install_states_by_time on install_states (expires_at)",
  // The role that runs the app can delete no history. With the owner's rights it deletes that of workspaces that were
  // left, and of the audit nothing that has happened since.
  `create function forget_events(of_workspace text, most integer) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare deleted integer;
    begin
      delete from request_events where (request_id, version) in (
        select request_id, version from request_events
        where workspace_id = of_workspace and exists (
          select from workspaces where id = of_workspace and left_at is not null
        ) limit most
      );
      get diagnostics deleted = row_count;
      return deleted;
    end $$`,
  `create function forget_audit(of_workspace text, until timestamptz, most integer) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare deleted integer;
    begin
      delete from audit where workspace_id = of_workspace and sequence in (
        select sequence from audit
        where workspace_id = of_workspace and sequence <= (
          select last_audit_sequence from departures
          where workspace_id = of_workspace and left_at = until
        ) order by sequence limit most
      );
      get diagnostics deleted = row_count;
      return deleted;
    end $$`,
];
