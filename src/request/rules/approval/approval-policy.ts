import type { Rule } from "../../../authority/quorum.ts";
import { areEnough } from "../../../authority/quorum.ts";
import type { Named } from "../../../authority/roster.ts";

/** The rule for one request, which keeps the rule of its submission. */
export interface ApprovalPolicy {
  /** The version of the workspace's policy. */
  version: number;
  /** The name of the rule that decided; null if none did, and then nobody may approve. */
  rule: string | null;
  approvers: readonly string[];
  groups: readonly string[];
  /**
   * Members of the groups when the change was requested, by group: people who joined later do not count. Absent in
   * requests of earlier releases, which keep their rule, and in the policy in force.
   */
  members?: Readonly<Record<string, readonly string[]>>;
  approvalsRequired: number;
  /** Rules whose quorum it takes besides the deciding one: those that a new policy touches, or all. */
  also?: readonly Rule[];
  /** Rules in force that might decide instead: they ask about the requester's groups, as nobody did then. */
  mayDecide?: readonly Rule[];
  /** A whitelisting's rule for an import of the same destination, if it is another one. It binds ids too. */
  imports?: Rule;
  /** The rule for an import under the id that somebody proposes, if it is yet another one. */
  importsOfId?: Rule;
  expiresInHours: number;
  /** Hours after the request: at each of them the awaited approvers get a reminder. */
  remindAfterHours: readonly number[];
  facts: PolicyFacts;
}

/** A rule also looks at these, as they were at the time of the request. */
export interface PolicyFacts {
  /** No Rail that we know delivers into the destination. */
  isFirstUse: boolean;
  /** The requester's user groups, among those that the policy asks about. */
  requesterGroups: readonly string[];
  /** Every user group that the policy asked about. Absent in requests of earlier releases. */
  askedAbout?: readonly string[];
}

/** Includes the present members of its groups; null if Slack did not say who is in one of them. */
export function withMembers(
  policy: ApprovalPolicy,
  found: ReadonlyMap<string, readonly string[]>,
): ApprovalPolicy | null {
  const { also = [], imports } = policy;
  const isFound = (rule: Named) => rule.groups.every((group) => found.has(group));
  if (![policy, ...also, ...(imports ? [imports] : [])].every(isFound)) return null;
  return {
    ...policy,
    ...membersOf(policy, found),
    ...(also.length > 0 && { also: also.map((rule) => ({ ...rule, ...membersOf(rule, found) })) }),
    ...(imports && { imports: { ...imports, ...membersOf(imports, found) } }),
  };
}

function membersOf({ groups }: Named, found: ReadonlyMap<string, readonly string[]>) {
  if (groups.length === 0) return {};
  return { members: Object.fromEntries(groups.map((group) => [group, found.get(group) ?? []])) };
}

/** Why nobody could satisfy this policy; undefined if anybody's request can be approved. */
export function whyUnsatisfiable({
  approvers,
  approvalsRequired,
}: Pick<ApprovalPolicy, "approvers" | "approvalsRequired">): string | undefined {
  const named = new Set(approvers).size;
  const others = named - 1;
  if (areEnough(named, { approvalsRequired })) return undefined;
  return `${approvalsRequired} approvals are required, but an approver's own request leaves only ${Math.max(others, 0)} others. Name at least ${approvalsRequired + 1} approvers, or require fewer.`;
}
