import type { Db } from "../platform/database/schema.ts";
import type { Freshness, People } from "../platform/slack/slack.ts";
import { findPolicy } from "./queries/companies.ts";
import { hasRailInto } from "./queries/count-requests.ts";
import type { ApprovalPolicy, PolicyFacts } from "./rules/approval/approval-policy.ts";
import type { Policy } from "./rules/approval/policy.ts";
import { groupsAskedAbout, policyFor } from "./rules/approval/policy.ts";
import type { Change } from "./rules/change.ts";
import { approvesRail } from "./rules/change.ts";
import { subjectOfChange } from "./rules/kind-rules.ts";

/**
 * The facts that rules look at besides a change, as they are now. `isIn`: the groups that `groupsOfRequester` found; those
 * count that this policy asks about, which may be a later one.
 */
export async function policyFacts(
  db: Db,
  connectionId: string,
  change: Change,
  policy: Pick<Policy, "rules">,
  { isIn }: Pick<AskingGroups, "isIn">,
): Promise<PolicyFacts> {
  const serviceId = subjectOfChange(change)?.serviceId ?? null;
  const isRail = approvesRail(change) && serviceId !== null;
  const isFirstUse = isRail && !(await hasRailInto(db, connectionId, serviceId));
  const askedAbout = groupsAskedAbout(policy);
  const requesterGroups = askedAbout.filter((group) => isIn.includes(group));
  return { isFirstUse, requesterGroups, askedAbout };
}

/** Slack's answer about the groups that decide who has to approve. */
export interface AskingGroups {
  /** The requester's groups among those that were looked up: a policy counts those that it asks about. */
  isIn: readonly string[];
  /** The members of every group that was looked up and found. */
  members: ReadonlyMap<string, readonly string[]>;
}

export async function groupsOfRequester(
  { people }: { people: Pick<People, "whoIs"> },
  workspaceId: string,
  userId: string,
  policy: Pick<Policy, "rules">,
  freshness: Freshness,
  /** Groups of approvers that have to be looked up as well. */
  approving: readonly string[] = [],
): Promise<AskingGroups> {
  const asked = groupsAskedAbout(policy);
  const found = await people.whoIs(workspaceId, [], [...asked, ...approving], freshness);
  const members = new Map(
    [...found.members].flatMap(([id, users]) => (users ? [[id, users]] : [])),
  );
  const isIn = [...members].flatMap(([group, people]) => (people.includes(userId) ? group : []));
  return { isIn, members };
}

/**
 * Whether everything is known that the policy asks about the requester: otherwise a laxer rule might be taken for
 * theirs.
 */
export function areAllKnown(policy: Pick<Policy, "rules">, { members }: AskingGroups): boolean {
  return groupsAskedAbout(policy).every((group) => members.has(group));
}

interface Asking {
  workspaceId: string;
  connectionId: string;
  requesterId: string;
  change: Change;
}

/**
 * The rule that would decide if somebody requested the change now. `policy` is null if Slack does not say which groups
 * the requester is in, so that nobody knows the rule.
 */
export async function policyOfAsking(
  { db, people }: { db: Db; people: Pick<People, "whoIs"> },
  { workspaceId, connectionId, requesterId, change }: Asking,
): Promise<{ facts: PolicyFacts; policy: ApprovalPolicy | null }> {
  const inForce = await findPolicy(db, workspaceId);
  const groups = await groupsOfRequester(
    { people },
    workspaceId,
    requesterId,
    inForce,
    "of-a-minute",
  );
  const facts = await policyFacts(db, connectionId, change, inForce, groups);
  return { facts, policy: areAllKnown(inForce, groups) ? policyFor(change, facts, inForce) : null };
}
