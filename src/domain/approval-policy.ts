import type { Change } from "./change.ts";

/** Who may approve one kind of change, and how many must. A request keeps the version in force when it was submitted. */
export interface ApprovalPolicy {
  version: number;
  approvers: readonly string[];
  approvalsRequired: number;
}

/** A workspace's rules: one for Rails, one for the destinations they may deliver into. */
export interface Policies {
  version: number;
  rails: ApprovalPolicy;
  destinations: ApprovalPolicy;
  /** How long a new destination cannot be used. */
  coolDownHours: number;
}

type Rule = Omit<ApprovalPolicy, "version">;

/** The rules before they have a version. */
export interface PolicySettings {
  rails: Rule;
  destinations: Rule;
  coolDownHours: number;
}

export function policyFor({ kind }: Pick<Change, "kind">, policies: Policies): ApprovalPolicy {
  switch (kind) {
    case "create-rail":
      return policies.rails;
    case "whitelist-destination":
    case "import-destination":
    case "retire-destination":
      return policies.destinations;
  }
}

/** Everyone who may approve anything. */
export function everyApprover({ rails, destinations }: Policies): string[] {
  return [...new Set([...rails.approvers, ...destinations.approvers])];
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
export function whyUnsatisfiable({ approvers, approvalsRequired }: Rule): string | undefined {
  const others = new Set(approvers).size - 1;
  if (approvalsRequired <= others) return undefined;
  return `${approvalsRequired} approvals are required, but an approver who asks for something leaves only ${Math.max(others, 0)} others. Name at least ${approvalsRequired + 1} approvers, or require fewer.`;
}
