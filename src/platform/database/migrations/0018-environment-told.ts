import { type Kysely, sql } from "kysely";

/**
 * Who was removed from the approvers in Slack, and which changes of the environment nobody was told of yet. The audit
 * knows the removals of before; a process of a former release beside this one goes on removing without noting it here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  "alter table workspaces add column removed_approvers text not null default '[]'",
  "alter table workspaces add column settings_untold text not null default '[]'",
  // Left aside: people whom the policy in force names again.
  `update workspaces set removed_approvers = removed.people
  from (
    select audit.workspace_id, json_agg(distinct audit.facts::json ->> 'userId')::text as people
    from audit
    join lateral (
      select concat(
        approvers,
        destination_approvers,
        (select json_agg(rule -> 'approvers') from json_array_elements(document::json -> 'rules') as rule)
      ) as named
      from policies where policies.workspace_id = audit.workspace_id
      order by version desc limit 1
    ) as policy on true
    where audit.action = 'approver-removed'
      and position('"' || (audit.facts::json ->> 'userId') || '"' in policy.named) = 0
    group by audit.workspace_id
  ) as removed
  where removed.workspace_id = workspaces.id`,
];
