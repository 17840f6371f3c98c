/** Who may approve, and how many must. A request keeps the version that was in force when it was submitted. */
export interface ApprovalPolicy {
  version: number;
  approvers: readonly string[];
  approvalsRequired: number;
}

/** What Slack says of a person. Only `active` counts; a look-up that fails is `not-known`. */
export type Standing = "active" | "deactivated" | "bot" | "guest" | "stranger" | "not-known";

/** True when one of these people approves under both policies: the one frozen in a request and the one in force. */
export function isNamedByBoth(
  user: string,
  frozen: ApprovalPolicy,
  current: ApprovalPolicy,
): boolean {
  return frozen.approvers.includes(user) && current.approvers.includes(user);
}

/** Why nobody could satisfy this policy; undefined when a request by any one person can be approved. */
export function whyUnsatisfiable({
  approvers,
  approvalsRequired,
}: ApprovalPolicy): string | undefined {
  const others = new Set(approvers).size - 1;
  if (approvalsRequired <= others) return undefined;
  return `${approvalsRequired} approvals are required, but an approver who asks for a Rail leaves only ${Math.max(others, 0)} others. Name at least ${approvalsRequired + 1} approvers, or require fewer.`;
}
