import { activeOf, quorumOf, reachOf } from "../../authority/quorum.ts";
import type { Roster } from "../../authority/roster.ts";
import { AUTHORITY } from "../../authority/table.ts";
import { auditorsOf } from "../../request/rules/approval/policy.ts";
import type { PolicyDocument, PolicyRule } from "../../request/rules/approval/policy-document.ts";

/** The people who could approve under a rule, and those named in vain. */
export interface LivingApprovers {
  /** Active people, each by the first of their accounts. */
  active: readonly string[];
  /** Named by name, and not active. */
  inactive: readonly string[];
  /** Groups without an active member. */
  emptyGroups: readonly string[];
  /** Groups whose members Slack does not show. */
  unknownGroups: readonly string[];
}

/** A rule under which no set of people could approve somebody's request. */
export interface Unsatisfiable extends LivingApprovers {
  rule: string;
  /** The number of active people that it has to name. */
  needed: number;
  approvalsRequired: number;
}

type Named = Pick<PolicyRule, "approvers" | "groups">;

export function livingApprovers(rule: Named, living: Roster): LivingApprovers {
  const { approvers, groups } = rule;
  const isKnown = (group: string) => (living.members.get(group) ?? null) !== null;
  const isEmpty = (group: string) =>
    activeOf({ approvers: [], groups: [group] }, living).length === 0;
  return {
    active: activeOf(rule, living),
    inactive: approvers.filter((user) => living.standings.get(user) !== "active"),
    emptyGroups: groups.filter((group) => isKnown(group) && isEmpty(group)),
    unknownGroups: groups.filter((group) => !isKnown(group)),
  };
}

/** The rules under which some request could never be approved: none if all is well. */
export function whyPolicyUnsatisfiable(
  { rules }: Pick<PolicyDocument, "rules">,
  living: Roster,
): Unsatisfiable[] {
  return rules.flatMap((rule) => {
    const { requesterGroups } = rule.when;
    const { needed, isSatisfiable } = reachOf({ ...rule, requesterGroups }, living);
    if (isSatisfiable) return [];
    const approvalsRequired = quorumOf(rule);
    return [{ rule: rule.name, needed, approvalsRequired, ...livingApprovers(rule, living) }];
  });
}

/** Rules of a new policy that nobody could satisfy. */
export const leavesUnsatisfiable = (
  document: Pick<PolicyDocument, "rules">,
  living: Roster,
): Unsatisfiable[] =>
  AUTHORITY["change-policy"].keepsRulesSatisfiable ? whyPolicyUnsatisfiable(document, living) : [];

/** Rules that nobody could satisfy without this person. A person who certainly does not count can always go. */
export function leftUnsatisfiable(
  { rules }: Pick<PolicyDocument, "rules">,
  userId: string,
  living: Roster,
): Unsatisfiable[] {
  const standing = living.standings.get(userId) ?? "not-known";
  if (!AUTHORITY["remove-approver"].keepsRulesSatisfiable) return [];
  if (standing !== "active" && standing !== "not-known") return [];
  return whyPolicyUnsatisfiable({ rules: rules.flatMap((rule) => without(rule, userId)) }, living);
}

/** Nothing if the rule does not name them. */
function without(rule: PolicyRule, userId: string): PolicyRule[] {
  const approvers = rule.approvers.filter((each) => each !== userId);
  return approvers.length < rule.approvers.length ? [{ ...rule, approvers }] : [];
}

/** People who do not count, and groups without anybody who does, even if enough others are left. */
export function namedInVain(
  document: Pick<PolicyDocument, "rules" | "auditors">,
  living: Roster,
): Omit<LivingApprovers, "active"> {
  const { rules } = document;
  const auditors = auditorsOf(document);
  const ofRules = rules.flatMap((rule) => [...rule.groups, ...(rule.when.requesterGroups ?? [])]);
  const groups = [...ofRules, ...auditors.groups];
  const approvers = [...rules.flatMap((rule) => rule.approvers), ...auditors.approvers];
  const { active: _, ...inVain } = livingApprovers(
    { approvers: [...new Set(approvers)], groups: [...new Set(groups)] },
    living,
  );
  return inVain;
}

/**
 * The same rules without these people and user groups. A rule that names nobody any more stays: nothing it is for can be
 * approved.
 */
export function withoutApprovers(document: PolicyDocument, ids: readonly string[]): PolicyDocument {
  const stays = (each: string) => !ids.includes(each);
  const rules = document.rules.map((rule) => ({
    ...rule,
    approvers: rule.approvers.filter(stays),
    groups: rule.groups.filter(stays),
  }));
  return { ...document, rules };
}
