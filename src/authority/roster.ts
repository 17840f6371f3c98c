import type { Roster, Standing } from "../platform/slack/rules/roster.ts";

export type { Roster, Standing };

/** Whether Slack says for certain that an account is gone. */
export const isCertainlyGone = (standing: Standing): standing is "deactivated" | "stranger" =>
  standing === "deactivated" || standing === "stranger";

/** The people whom a rule names. */
export interface Named {
  /** Slack user ids. */
  approvers: readonly string[];
  /** Slack user group ids. */
  groups: readonly string[];
  /** The members of each group when the request was made; absent for a rule in force. */
  members?: Readonly<Record<string, readonly string[]>>;
}

/** What Slack says of one person. */
export const standingIn = (user: string, { standings }: Pick<Roster, "standings">): Standing =>
  standings.get(user) ?? "not-known";

export const NOBODY_KNOWN: Roster = {
  standings: new Map(),
  persons: new Map(),
  members: new Map(),
};

export type Known = "yes" | "no" | "not-known";

/** Groups through which this person can count, if their members are known. */
export function groupsFor(user: string, { groups, members }: Named): readonly string[] {
  return members ? groups.filter((group) => members[group]?.includes(user)) : groups;
}

/**
 * Whether a policy names somebody, by name or through a group of which they are a member now and were one when the
 * change was requested.
 */
export function isNamed(user: string, policy: Named, { members }: Pick<Roster, "members">): Known {
  if (policy.approvers.includes(user)) return "yes";
  const found = groupsFor(user, policy).map((group) => members.get(group) ?? null);
  if (found.some((each) => each?.includes(user))) return "yes";
  return found.includes(null) ? "not-known" : "no";
}

/**
 * The same for stopping something: while Slack is silent about a group, its last answer is enough. Members who joined
 * after the request may stop it too.
 */
export function isNamedToStop(
  user: string,
  { approvers, groups }: Pick<Named, "approvers" | "groups">,
  { members, lastKnown = new Map() }: Pick<Roster, "members" | "lastKnown">,
): Known {
  const known = groups.map(
    (group) => [group, members.get(group) ?? lastKnown.get(group) ?? null] as const,
  );
  return isNamed(user, { approvers, groups }, { members: new Map(known) });
}

/** Whether two accounts belong to one person. */
export function isSamePerson(
  one: string,
  other: string,
  { persons }: Pick<Roster, "persons">,
): Known {
  if (one === other) return "yes";
  const [person, another] = [persons.get(one), persons.get(other)];
  if (person === undefined || another === undefined) return "not-known";
  return person === another ? "yes" : "no";
}

/** The first account of each person; each account of an unknown person counts as a person. */
export function onePerPerson(
  accounts: readonly string[],
  roster: Pick<Roster, "persons">,
): string[] {
  const first = new Map<string, string>();
  for (const account of accounts) {
    const person = roster.persons.get(account) ?? account;
    if (!first.has(person)) first.set(person, account);
  }
  return [...first.values()];
}
