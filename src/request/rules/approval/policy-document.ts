import type { KindName } from "../../../authority/kinds.ts";

/** The rules as people write and approve them, before they have a version. */
export interface PolicyDocument {
  rules: readonly PolicyRule[];
  /** How long a new destination cannot be used. */
  coolDownHours: number;
  /** Slack user ids and user group ids of those who may read the whole audit; nobody when absent. */
  auditors?: readonly string[] | undefined;
}

export interface PolicyRule {
  /** People's name for it; no two of a policy have the same. */
  name: string;
  /** The changes that it is for: every given field has to match. */
  when: RuleCondition;
  approvers: readonly string[];
  /** Slack user group ids: their members at the moment of counting. */
  groups: readonly string[];
  approvalsRequired: number;
  expiresInHours: number;
  /** Hours after the request, in ascending order: at each of them the awaited approvers get a reminder. */
  remindAfterHours: readonly number[];
}

export interface RuleCondition {
  changes?: readonly KindName[];
  types?: readonly ("ON_RAMP" | "OFF_RAMP")[];
  /** Either of a Rail's two. */
  assets?: readonly string[];
  networks?: readonly string[];
  /** The service's ids of destinations, or their addresses or IBANs. */
  destinations?: readonly string[];
  isFirstUse?: boolean;
  /** Slack user group ids: the requester is a member of one of them. */
  requesterGroups?: readonly string[];
}
