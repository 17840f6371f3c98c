import type { Named, Roster } from "../authority/roster.ts";
import type { Freshness } from "../platform/slack/slack.ts";
import type { Context } from "../request/context.ts";
import type { Policy } from "../request/rules/approval/policy.ts";
import {
  auditorsOf,
  everyApprover,
  everyGroup,
  groupsAskedAbout,
} from "../request/rules/approval/policy.ts";
import type { PolicyDocument } from "../request/rules/approval/policy-document.ts";
import type { RuleHealth } from "./rules/quorum-health.ts";
import { quorumHealth } from "./rules/quorum-health.ts";

/** Everybody whom a policy names, and every user group: approvers, requesters and auditors. */
export function everybodyIn(document: PolicyDocument): Named {
  const auditors = auditorsOf(document);
  const groups = [...everyGroup(document), ...groupsAskedAbout(document), ...auditors.groups];
  return {
    approvers: [...everyApprover(document), ...auditors.approvers],
    groups: [...new Set(groups)],
  };
}

/** Looks up these people, and the members of these groups. */
export async function livingOf(
  { people }: Pick<Context, "people">,
  workspaceId: string,
  named: Named,
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
