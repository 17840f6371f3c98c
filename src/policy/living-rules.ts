import type { People } from "../platform/slack/slack.ts";
import type { Policy } from "../request/rules/approval/policy.ts";
import { everyApprover, everyGroup } from "../request/rules/approval/policy.ts";
import type { RuleHealth } from "./rules/quorum-health.ts";
import { quorumHealth } from "./rules/quorum-health.ts";

/** Whether each rule can be satisfied by the people whom Slack knows now. */
export async function livingRules(
  { people }: { people: Pick<People, "whoIs"> },
  workspaceId: string,
  policy: Policy,
): Promise<RuleHealth[]> {
  const { members } = await people.whoIs(workspaceId, [], everyGroup(policy), "of-a-minute");
  const ofGroups = [...members.values()].flatMap((each) => each ?? []);
  const named = [...new Set([...everyApprover(policy), ...ofGroups])];
  const { standings, persons } = await people.whoIs(workspaceId, named, [], "of-a-minute");
  return quorumHealth(policy, { standings, persons, members });
}
