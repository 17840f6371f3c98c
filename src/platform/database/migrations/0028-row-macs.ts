import { type Kysely, sql } from "kysely";

/**
 * Codes of rows, named by the audit. Code of the former release ignores them: nothing is compared with them before approvers
 * have confirmed what is there. They go with the audit's entries that name them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table row_macs (
    workspace_id text not null references workspaces,
    table_name text not null,
    row_id text not null,
    version integer not null,
    key_id text not null,
    mac text not null,
    sequence integer not null,
    primary key (workspace_id, table_name, row_id, version)
  )`,
  "create index row_macs_by_sequence on row_macs (workspace_id, sequence)",
  `create table row_checks (
    workspace_id text primary key references workspaces,
    told text not null
  )`,
  // As 0015 has it, and the codes with the audit.
  `create or replace function forget_history(of_workspace text, most integer) returns integer
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      due_at timestamptz;
      due_sequence integer;
      deleted integer;
    begin
      select max(left_at), max(last_audit_sequence) into due_at, due_sequence
        from departures, retention
        where workspace_id = of_workspace and forgotten_at is not null and audit_deleted_at is null
          and left_at <= clock_timestamp() - make_interval(hours => 24 * kept_days);
      if due_at is null then
        return 0;
      end if;
      delete from request_events where ctid = any(array(
        select ctid from request_events
        where workspace_id = of_workspace and at <= due_at limit most
      ));
      get diagnostics deleted = row_count;
      if deleted = 0 then
        delete from row_macs where ctid = any(array(
          select ctid from row_macs where workspace_id = of_workspace and sequence <= due_sequence
          limit most
        ));
        get diagnostics deleted = row_count;
      end if;
      if deleted = 0 then
        delete from audit where ctid = any(array(
          select ctid from audit where workspace_id = of_workspace and sequence <= due_sequence
          order by sequence limit most
        ));
        get diagnostics deleted = row_count;
      end if;
      if deleted = 0 then
        update departures set audit_deleted_at = clock_timestamp()
          where workspace_id = of_workspace and forgotten_at is not null
            and audit_deleted_at is null and left_at <= due_at;
      end if;
      return deleted;
    end $$`,
];
