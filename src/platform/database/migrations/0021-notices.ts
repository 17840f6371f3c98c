import { type Kysely, sql } from "kysely";

/**
 * What the approvers still have to be told moves into one table; what they were told stays told. A process of the former
 * release beside this one tells by itself what it noted itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table notices (
    id bigint generated always as identity primary key,
    workspace_id text not null references workspaces,
    about text not null,
    since timestamptz not null,
    told text not null default '[]'
  )`,
  "create index notices_by_workspace on notices (workspace_id)",
  `insert into notices (workspace_id, about, since)
  select audit.workspace_id, json_build_object(
      'kind', 'approver-removed',
      'by', audit.actor,
      'userId', audit.facts::json -> 'userId',
      'rules', audit.facts::json -> 'rules'
    )::text, audit.at::timestamptz
  from announcements join audit using (workspace_id, sequence)
  order by sequence`,
  "delete from announcements",
  `insert into notices (workspace_id, about, since, told)
  select workspaces.id, json_build_object('kind', 'settings', 'change', untold -> 'change')::text,
    (untold -> 'change' ->> 'at')::timestamptz, (untold -> 'told')::text
  from workspaces, json_array_elements(settings_untold::json) with ordinality as each (untold, place)
  order by place`,
  "update workspaces set settings_untold = '[]' where settings_untold <> '[]'",
  "update seen_rails set told_at = told_alone_at where told_at is null",
  `insert into notices (workspace_id, about, since)
  select workspace_id, json_build_object(
      'kind', 'rails-unreadable', 'environment', environment, 'count', unreadable_rails
    )::text, clock_timestamp()
  from connections where is_current and unreadable_rails > 0`,
];
