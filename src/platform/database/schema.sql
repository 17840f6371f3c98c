-- The seven tables. Run as their owner. Running it again changes nothing; later releases only add.
-- What decides stands in the bodies and the audit, under macs. Other columns serve indexes and due
-- times.
begin;
-- Rather fail than wait behind a reader, with every statement of the app waiting behind us.
set local lock_timeout = '5s';
set local client_min_messages = warning;
create schema if not exists signalbox;

do $$
begin
  -- The clock of every decision. Milliseconds, so that a time read back equals the one written.
  -- Never replaced: a test or the sandbox may have put another clock here.
  if to_regprocedure('signalbox.clock()') is null then
    create function signalbox.clock() returns timestamptz language sql stable
      as 'select date_trunc(''milliseconds'', clock_timestamp())';
  end if;

  -- Times leave the database as this text, whatever the session's DateStyle and TimeZone are.
  if to_regprocedure('signalbox.iso(timestamptz)') is null then
    create function signalbox.iso(timestamptz) returns text language sql stable
      as 'select to_char($1 at time zone ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'')';
  end if;

  if to_regclass('signalbox.workspaces') is null then
    create table signalbox.workspaces (
      id text primary key,
      -- Sealed for the workspace: the bot's token, and who it is.
      bot_token text,
      -- When the app was removed; nothing is done until it is installed again.
      left_at timestamptz,
      -- Of the server that this database was last seen on.
      identity text,
      -- When all that is signed was checked, and is to be checked.
      checked_at timestamptz,
      check_at timestamptz default signalbox.clock(),
      failures integer not null default 0,
      fault text
    );
  end if;

  if to_regclass('signalbox.settings') is null then
    create table signalbox.settings (
      workspace text not null references signalbox.workspaces,
      version integer not null,
      connection text not null,
      body text not null,
      mac text not null,
      primary key (workspace, version)
    );
  end if;

  if to_regclass('signalbox.connections') is null then
    create table signalbox.connections (
      workspace text not null references signalbox.workspaces,
      id text not null,
      base_url text not null,
      environment text not null,
      -- Sealed for workspace, id and base_url.
      token text,
      -- The last complete walk over the service's Rails; 0 before the first.
      walk integer not null default 0,
      walk_began timestamptz,
      walk_ended timestamptz,
      walk_at timestamptz,
      failures integer not null default 0,
      -- Why the last walk was not complete, or threw; null after one that was complete.
      fault text,
      primary key (workspace, id)
    );
  end if;

  if to_regclass('signalbox.requests') is null then
    create table signalbox.requests (
      workspace text not null references signalbox.workspaces,
      id text not null,
      number integer not null,
      version integer not null,
      body text not null,
      digest text not null,
      mac text not null,
      connection text not null,
      kind text not null,
      status text not null,
      is_open boolean not null,
      requested_by text not null,
      -- The key of the destination's value, and its id at the service.
      destination text,
      destination_id text,
      route text,
      rail_id text,
      -- The Rail that it trusts, once it is done.
      trusts text,
      next_at timestamptz,
      sync_at timestamptz,
      failures integer not null default 0,
      sync_failures integer not null default 0,
      -- What its work threw last.
      fault text,
      primary key (workspace, id),
      constraint requests_number unique (workspace, number),
      -- A Rail belongs to one request.
      constraint requests_rail unique (rail_id, workspace, connection)
    );
    create index requests_next on signalbox.requests (workspace, next_at) where next_at is not null;
    create index requests_sync on signalbox.requests (workspace, sync_at) where sync_at is not null;
    create index requests_open on signalbox.requests (workspace, requested_by) where is_open;
    create index requests_trusts on signalbox.requests (trusts, workspace, connection)
      where trusts is not null;
    create index requests_destination
      on signalbox.requests (workspace, connection, kind, destination);
  end if;

  if to_regclass('signalbox.audit') is null then
    create table signalbox.audit (
      workspace text not null references signalbox.workspaces,
      seq integer not null,
      at timestamptz not null,
      by text not null,
      action text not null,
      request text,
      version integer,
      attempt text,
      delivery text,
      facts text not null,
      -- What is in force after it: a version, and the id of the open `resume` request.
      settings integer not null,
      frozen text,
      prev text not null,
      hash text not null,
      mac text not null,
      primary key (workspace, seq),
      -- The second lock against acting twice on one click.
      constraint audit_delivery unique (workspace, delivery)
    );
    create unique index audit_attempt on signalbox.audit (workspace, request, attempt)
      where action = 'sending';
    create index audit_request on signalbox.audit (workspace, request, seq)
      where request is not null;
    create index audit_broken on signalbox.audit (workspace, seq) where action = 'broken';
    create index audit_restored on signalbox.audit (workspace, seq) where action = 'restored';
  end if;

  if to_regclass('signalbox.rails') is null then
    create table signalbox.rails (
      workspace text not null,
      connection text not null,
      -- The id under which we first saw it, or a digest where it had none. Never changes.
      key text not null,
      rail_id text,
      -- What the service showed last, as JSON, and its SHA-256.
      shown text not null,
      digest text not null,
      -- The request that its tag names.
      tag_request text,
      -- Ends with the key of the destination's value, or with nothing where that is not shown.
      route text,
      destination text,
      destination_id text,
      -- Where people pay in: an IBAN with its reference, or an address.
      entry text,
      first_seen timestamptz not null default signalbox.clock(),
      -- The last walk that showed it, and since when complete walks have missed it.
      walk integer not null,
      missed_since timestamptz,
      announced boolean not null default false,
      primary key (workspace, connection, key),
      constraint rails_id unique (rail_id, workspace, connection)
    );
    -- What tells Rails apart comes first. Before the first `analyze` after an import, PostgreSQL
    -- would take the first two columns of any index for enough, and read all Rails.
    create index rails_tag on signalbox.rails (tag_request, workspace, connection);
    create index rails_route on signalbox.rails (route, workspace, connection);
    create index rails_destination on signalbox.rails (destination_id, workspace, connection);
    create index rails_entry on signalbox.rails (entry, workspace, connection);
  end if;

  if to_regclass('signalbox.posts') is null then
    create table signalbox.posts (
      workspace text not null,
      about text not null,
      key text not null,
      place text not null,
      -- Null until Slack has answered.
      ts text,
      -- Of what is drawn there; null while a call is under way or its outcome unclear.
      hash text,
      try integer not null,
      drawn_at timestamptz not null,
      gone boolean not null default false,
      primary key (workspace, about, key, place)
    );
  end if;
end $$;

-- A machine that vanishes must not hold a lock for ever. Poolers share sessions, so the database
-- keeps these settings.
do $$
begin
  if pg_has_role((select datdba from pg_database where datname = current_database()), 'member') then
    execute format('alter database %I set idle_in_transaction_session_timeout = ''30s''',
      current_database());
    execute format('alter database %I set lock_timeout = ''14s''', current_database());
  end if;
end $$;

-- The app's role can add to the history, and change or remove none of it.
do $$
begin
  if exists (select from pg_roles where rolname = 'signalbox_app') then
    revoke all on all tables in schema signalbox from signalbox_app;
    grant usage on schema signalbox to signalbox_app;
    grant select, insert on signalbox.settings, signalbox.audit to signalbox_app;
    grant select, insert, update on signalbox.workspaces, signalbox.connections,
      signalbox.requests, signalbox.rails, signalbox.posts to signalbox_app;
    grant delete on signalbox.connections to signalbox_app;
    grant execute on all functions in schema signalbox to signalbox_app;
  end if;
end $$;
commit;
