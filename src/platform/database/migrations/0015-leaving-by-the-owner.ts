import { type Kysely, sql } from "kysely";

/**
 * History ends only by functions of the owner, on the database's own clock. A process of an earlier release beside this one
 * can neither leave nor forget a workspace any more: it fails, and this release does it later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** No name of a caller's can stand in the place of a table or a function. */
const BY_THE_OWNER =
  "language plpgsql security definer set search_path = pg_catalog, public, pg_temp";

const STATEMENTS = [
  // Events outlive their requests, which go at once where a workspace comes back.
  "alter table request_events drop constraint request_events_request_id_fkey",
  `create table retention (
    is_only boolean primary key default true check (is_only),
    kept_days integer not null check (kept_days between 1 and 9999)
  )`,
  "insert into retention (kept_days) values (30)",
  `create table audit_checks (
    workspace_id text primary key references workspaces,
    checked_at timestamptz not null,
    entries integer not null,
    broken_at integer,
    told_at timestamptz
  )`,
  "drop function forget_events(text, integer)",
  "drop function forget_audit(text, timestamptz, integer)",
  // Everything that was written so far ends one retention from now. Entries behind a gap are evidence, and stay.
  `create function leave_workspace(of_workspace text) returns void ${BY_THE_OWNER} as $$
    declare
      known integer;
      last integer;
      last_hash text;
      is_open boolean;
    begin
      perform from workspaces where id = of_workspace and left_at is not null for update;
      if not found then
        raise exception 'The app was not removed from this workspace' using errcode = '42501';
      end if;
      select coalesce(max(last_audit_sequence), 0), coalesce(bool_or(forgotten_at is null), false)
        into known, is_open from departures where workspace_id = of_workspace;
      select max(sequence) into last from (
        select sequence, row_number() over (order by sequence) as place from audit
        where workspace_id = of_workspace and sequence > known
      ) as later where sequence = known + place;
      if is_open and last is null then
        return;
      end if;
      last := coalesce(last, known);
      select hash into last_hash from (
        select hash from audit where workspace_id = of_workspace and sequence = last
        union all
        select last_audit_hash from departures
        where workspace_id = of_workspace and last_audit_sequence = last
      ) as either limit 1;
      if is_open then
        update departures
          set left_at = clock_timestamp(), last_audit_sequence = last, last_audit_hash = last_hash
          where workspace_id = of_workspace and forgotten_at is null;
      else
        insert into departures (workspace_id, left_at, last_audit_sequence, last_audit_hash)
          values (of_workspace, clock_timestamp(), last, last_hash);
      end if;
    end $$`,
  `create function note_forgotten(of_workspace text) returns void ${BY_THE_OWNER} as $$
    begin
      perform leave_workspace(of_workspace);
      update departures set forgotten_at = clock_timestamp()
        where workspace_id = of_workspace and forgotten_at is null;
    end $$`,
  `create function forget_history(of_workspace text, most integer) returns integer ${BY_THE_OWNER} as $$
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
  `revoke execute on function leave_workspace(text), note_forgotten(text),
    forget_history(text, integer) from public`,
];
