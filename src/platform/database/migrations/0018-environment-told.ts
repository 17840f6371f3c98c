import { type Kysely, sql } from "kysely";

/**
 * Keeps the approvers removed in Slack, and the changes of the environment that are not announced yet. The audit knows
 * earlier removals. A process of a former release beside this one removes people without noting it here.
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
