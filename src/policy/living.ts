import type { Roster } from "../authority/roster.ts";
import type { Freshness } from "../platform/slack/slack.ts";
import type { Context } from "../request/context.ts";
import type { Policy } from "../request/rules/approval/policy.ts";
import { everyApprover, everyGroup } from "../request/rules/approval/policy.ts";
import type { RuleHealth } from "./rules/quorum-health.ts";
import { quorumHealth } from "./rules/quorum-health.ts";

/** Looks up these people, and the members of these groups. */
export async function livingOf(
  { people }: Pick<Context, "people">,
  workspaceId: string,
  named: { approvers: readonly string[]; groups: readonly string[] },
  freshness: Freshness = "of-a-minute",
): Promise<Roster> {
  const { members } = await people.whoIs(workspaceId, [], named.groups, freshness);
  const everyone = [...named.approvers, ...[...members.values()].flatMap((each) => each ?? [])];
  const { standings, persons } = await people.whoIs(workspaceId, everyone, [], freshness);
  return { standings, persons, members };
}

/** Whether each rule can be satisfied by the people whom Slack knows now. */
export async function livingRules(
  context: Pick<Context, "people">,
  workspaceId: string,
  policy: Policy,
): Promise<RuleHealth[]> {
  const named = { approvers: everyApprover(policy), groups: everyGroup(policy) };
  return quorumHealth(policy, await livingOf(context, workspaceId, named));
}
