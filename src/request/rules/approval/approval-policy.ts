import type { Rule } from "../../../authority/judge.ts";

/** Who may approve one request, and how many must. A request keeps what was in force when it was submitted. */
export interface ApprovalPolicy {
  /** Of the workspace's policy. */
  version: number;
  /** The rule that decided, by name; null where none did, and then nobody may approve. */
  rule: string | null;
  /** Slack user ids. */
  approvers: readonly string[];
  /** Slack user group ids. */
  groups: readonly string[];
  /** Of those who may approve, who is neither mentioned nor reminded: Slack user ids; nobody when absent. */
  quiet?: readonly string[];
  approvalsRequired: number;
  /** Rules whose quorum it takes beside the deciding one: those that another policy touches, or all there are. */
  also?: readonly Rule[];
  expiresInHours: number;
  /** Hours after it was asked for: at each of them those who are waited for are asked again. */
  remindAfterHours: readonly number[];
  facts: PolicyFacts;
}

/** What a rule looks at beside the change itself, as it was when the change was asked for. */
export interface PolicyFacts {
  /** No Rail that we know delivers into the destination. */
  isFirstUse: boolean;
  /** Of the user groups that the policy asks about, those of which whoever asks is a member. */
  requesterGroups: readonly string[];
}

/** Why nobody could satisfy this policy; undefined when a request by any one person can be approved. */
export function whyUnsatisfiable({
  approvers,
  approvalsRequired,
}: Pick<ApprovalPolicy, "approvers" | "approvalsRequired">): string | undefined {
  const others = new Set(approvers).size - 1;
  if (approvalsRequired <= others) return undefined;
  return `${approvalsRequired} approvals are required, but an approver who asks for something leaves only ${Math.max(others, 0)} others. Name at least ${approvalsRequired + 1} approvers, or require fewer.`;
}
