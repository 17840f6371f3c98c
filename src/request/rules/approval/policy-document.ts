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
  /** How people call it; no two of a policy have the same. */
  name: string;
  /** Which changes it is for: every field that is there has to match. */
  when: RuleCondition;
  /** Slack user ids. */
  approvers: readonly string[];
  /** Slack user group ids: whoever is a member when it counts. */
  groups: readonly string[];
  /** Approvers who are neither mentioned nor reminded: Slack user ids; nobody when absent. */
  quiet?: readonly string[];
  approvalsRequired: number;
  expiresInHours: number;
  /** Hours after it was asked for, one later than the other: then those who are waited for are asked again. */
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
  /** Slack user group ids, of one of which whoever asks is a member. */
  requesterGroups?: readonly string[];
}
