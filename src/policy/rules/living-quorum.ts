import { peopleNeeded, quorumOf } from "../../authority/judge.ts";
import type { Standing } from "../../authority/roster.ts";
import { AUTHORITY } from "../../authority/table.ts";
import type { PolicyDocument, PolicyRule } from "../../request/rules/approval/policy-document.ts";

/** What Slack says now of people and groups. Whoever is not in it is not known, and counts for nobody. */
export interface Living {
  standings: ReadonlyMap<string, Standing>;
  /** One id for all accounts of a person, by user id; a user id that is not in it stands for itself. */
  persons: ReadonlyMap<string, string>;
  /** By user group id; null where Slack did not say. */
  members: ReadonlyMap<string, readonly string[] | null>;
}

/** Who could approve under a rule, and who is named in vain. */
export interface LivingApprovers {
  /** Active people, each by the first of their accounts. */
  active: readonly string[];
  /** Named by name, and not active. */
  inactive: readonly string[];
  /** Groups without an active member. */
  emptyGroups: readonly string[];
  /** Groups of which Slack does not say who is in them. */
  unknownGroups: readonly string[];
}

/** A rule under which somebody's request could be approved by no set of people. */
export interface Unsatisfiable extends LivingApprovers {
  rule: string;
  /** How many active people it has to name at least. */
  needed: number;
  approvalsRequired: number;
}

type Named = Pick<PolicyRule, "approvers" | "groups">;

export function livingApprovers({ approvers, groups }: Named, living: Living): LivingApprovers {
  const isActive = (user: string) => living.standings.get(user) === "active";
  const activeOf = (group: string) => (living.members.get(group) ?? []).filter(isActive);
  const isKnown = (group: string) => (living.members.get(group) ?? null) !== null;
  const all = [...approvers.filter(isActive), ...groups.flatMap(activeOf)];
  return {
    active: oneOfEach(all, living),
    inactive: approvers.filter((user) => !isActive(user)),
    emptyGroups: groups.filter((group) => isKnown(group) && activeOf(group).length === 0),
    unknownGroups: groups.filter((group) => !isKnown(group)),
  };
}

/** Those of them who could approve what this person asks for: nobody approves their own, by whichever account. */
export function othersThan(
  requester: string,
  active: readonly string[],
  living: Pick<Living, "persons">,
): string[] {
  const person = personOf(requester, living);
  return active.filter((user) => personOf(user, living) !== person);
}

/** The rules that would leave a request waiting for ever, whoever asked for it: none where all is well. */
export function whyPolicyUnsatisfiable(
  { rules }: Pick<PolicyDocument, "rules">,
  living: Living,
): Unsatisfiable[] {
  return rules.flatMap((rule) => {
    const approvers = livingApprovers(rule, living);
    const approvalsRequired = quorumOf(rule);
    const needed = peopleNeeded(rule, mayAskThemselves(rule, approvers.active, living));
    if (approvers.active.length >= needed) return [];
    return [{ rule: rule.name, needed, approvalsRequired, ...approvers }];
  });
}

/**
 * Rules that nobody could satisfy any more without this person, who counts or may count. Somebody who certainly does not
 * can go from every rule.
 */
export function leftUnsatisfiable(
  { rules }: Pick<PolicyDocument, "rules">,
  userId: string,
  living: Living,
): Unsatisfiable[] {
  const standing = living.standings.get(userId) ?? "not-known";
  if (!AUTHORITY["remove-approver"].keepsRulesSatisfiable) return [];
  if (standing !== "active" && standing !== "not-known") return [];
  return whyPolicyUnsatisfiable({ rules: rules.flatMap((rule) => without(rule, userId)) }, living);
}

/** Nothing where the rule does not name them. */
function without(rule: PolicyRule, userId: string): PolicyRule[] {
  const approvers = rule.approvers.filter((each) => each !== userId);
  return approvers.length < rule.approvers.length ? [{ ...rule, approvers }] : [];
}

/** What is named in vain, also where enough others are left: groups of which nobody counts, and people who do not. */
export function namedInVain(
  { rules }: Pick<PolicyDocument, "rules">,
  living: Living,
): Omit<LivingApprovers, "active"> {
  const groups = rules.flatMap((rule) => [...rule.groups, ...(rule.when.requesterGroups ?? [])]);
  const approvers = rules.flatMap((rule) => rule.approvers);
  const { active: _, ...inVain } = livingApprovers(
    { approvers: [...new Set(approvers)], groups: [...new Set(groups)] },
    living,
  );
  return inVain;
}

/** Whether one of these approvers could be the one who asks: only a rule for requests of a group may exclude that. */
function mayAskThemselves(
  { when: { requesterGroups } }: PolicyRule,
  active: readonly string[],
  living: Living,
): boolean {
  if (requesterGroups === undefined) return true;
  const persons = new Set(active.map((user) => personOf(user, living)));
  return requesterGroups.some((group) => {
    const members = living.members.get(group) ?? null;
    return members === null || members.some((user) => persons.has(personOf(user, living)));
  });
}

function oneOfEach(users: readonly string[], living: Pick<Living, "persons">): string[] {
  const first = new Map<string, string>();
  for (const user of users) {
    const person = personOf(user, living);
    if (!first.has(person)) first.set(person, user);
  }
  return [...first.values()];
}

function personOf(user: string, { persons }: Pick<Living, "persons">): string {
  return persons.get(user) ?? user;
}
