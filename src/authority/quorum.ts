import type { Authority } from "./authority.ts";
import type { Known, Named, Roster, Standing } from "./roster.ts";
import { isNamed, isSamePerson, onePerPerson, standingIn } from "./roster.ts";

/** The part of a rule that says who decides. */
export interface Rule extends Named {
  /** Null if no rule decides. */
  rule: string | null;
  approvalsRequired: number;
}

/** A number of different people, each of whom all of `named` name. */
export interface Requirement {
  rule: string | null;
  named: readonly Named[];
  needed: number;
}

/** How many approvals a rule takes: at least one. */
export const quorumOf = ({ approvalsRequired }: Pick<Rule, "approvalsRequired">): number =>
  Math.max(1, approvalsRequired);

/** A rule as it was when something was asked for, and as it is now. */
export interface Governing {
  frozen: Rule;
  now: Rule;
}

/**
 * The requirements to meet before something takes effect.
 * @param governing The deciding rule first, then those that `needs` takes beside it.
 */
export function requirementsOf(
  { needs }: Pick<Authority, "needs">,
  governing: readonly Governing[],
): Requirement[] {
  const all = governing.map(({ frozen, now }) => ({
    rule: frozen.rule,
    named: [frozen, now],
    needed: Math.max(quorumOf(frozen), quorumOf(now)),
  }));
  switch (needs) {
    case "nobody":
      return [];
    case "one-other":
      return all.slice(0, 1).map((each) => ({ ...each, needed: 1 }));
    case "deciding-rule":
      return all.slice(0, 1);
    case "import-rule-too":
    case "touched-rules":
    case "every-rule":
      return all;
  }
}

/** Whether a requirement counts somebody. */
export function isNamedFor(
  user: string,
  { named }: Pick<Requirement, "named">,
  roster: Pick<Roster, "members">,
): Known {
  return every(named.map((each) => isNamed(user, each, roster)));
}

function every(all: readonly Known[]): Known {
  if (all.includes("no")) return "no";
  return all.includes("not-known") ? "not-known" : "yes";
}

export function any(all: readonly Known[]): Known {
  if (all.includes("yes")) return "yes";
  return all.includes("not-known") ? "not-known" : "no";
}

/** Whether this person made the request or the proposal, by any of their accounts. */
export function isOwn(
  by: string,
  asked: readonly string[],
  roster: Pick<Roster, "persons">,
): Known {
  return any(asked.map((each) => isSamePerson(by, each, roster)));
}

/** The owners of a thing that concern somebody, who may also be the only person that uses it. */
export function ownersFor(
  by: string,
  { own, usedBy }: { own: readonly string[]; usedBy: readonly string[] },
  roster: Pick<Roster, "persons">,
): readonly string[] {
  const isThem = (each: string) => isSamePerson(by, each, roster);
  if (usedBy.length === 0 || usedBy.some((each) => isThem(each) === "no")) return own;
  const inDoubt = usedBy.filter((each) => isThem(each) === "not-known");
  return [...own, ...(inDoubt.length > 0 ? inDoubt : [by])];
}

/** Why an agreement no longer counts. */
export type Dropped =
  /** Another account of the requester or proposer gave it. */
  | "requester"
  /** Another account of the same person agreed before. */
  | "same-person"
  | "not-named"
  | Exclude<Standing, "active" | "not-known">;

/** Sorts the people who agreed into three. */
export interface Weighed {
  /** One account of each person, in the order in which they agreed. */
  counted: readonly string[];
  /** They do not count now because Slack does not say enough; their agreement does not end either. */
  inDoubt: readonly string[];
  dropped: readonly { by: string; because: Dropped }[];
}

/**
 * Sorts agreements by whether they count. Only certainty drops one.
 * @param agreed Slack user ids, each once.
 * @param asked The people who requested or proposed: they never count.
 */
export function weigh(
  agreed: readonly string[],
  asked: readonly string[],
  requirements: readonly Requirement[],
  roster: Roster,
): Weighed {
  const counted: string[] = [];
  const inDoubt: string[] = [];
  const dropped: { by: string; because: Dropped }[] = [];
  for (const by of agreed) {
    const own = isOwn(by, asked, roster);
    const named = any(requirements.map((each) => isNamedFor(by, each, roster)));
    const standing = standingIn(by, roster);
    const twice = isOwn(by, counted, roster);
    const because = whyDropped(own, named, standing, twice);
    if (because !== undefined) dropped.push({ by, because });
    else if ([own, named, twice, standing].includes("not-known")) inDoubt.push(by);
    else counted.push(by);
  }
  return { counted, inDoubt, dropped };
}

function whyDropped(
  own: Known,
  named: Known,
  standing: Standing,
  twice: Known,
): Dropped | undefined {
  if (own === "yes") return "requester";
  if (named === "no") return "not-named";
  if (standing !== "active" && standing !== "not-known") return standing;
  return twice === "yes" ? "same-person" : undefined;
}

/** A rule that still needs this many people. */
export interface Lack {
  rule: string | null;
  wanted: number;
}

/**
 * The requirements that are not met yet; none if something may take effect.
 * @param people The people whose agreement counts, each once; a person counts for every requirement that names them.
 * @param doubt How a group counts that Slack does not show: `yes` only to foresee, never to take effect.
 */
export function lacking(
  people: readonly string[],
  requirements: readonly Requirement[],
  roster: Pick<Roster, "members" | "persons">,
  doubt: "yes" | "no" = "no",
): Lack[] {
  return requirements.flatMap((requirement) => {
    const theirs = people.filter((by) => {
      const named = isNamedFor(by, requirement, roster);
      return named === "yes" || (named === "not-known" && doubt === "yes");
    });
    const wanted = requirement.needed - onePerPerson(theirs, roster).length;
    return wanted > 0 ? [{ rule: requirement.rule, wanted }] : [];
  });
}

/** Whether only the person who added a destination agreed: they do not decide its first use alone. */
export function isAdderAlone(
  people: readonly string[],
  adder: string,
  roster: Pick<Roster, "persons">,
): Known {
  const areSeveral = people.some((one) =>
    people.some((other) => isSamePerson(one, other, roster) === "no"),
  );
  return areSeveral ? "no" : every(people.map((by) => isSamePerson(by, adder, roster)));
}

/** How many active people a rule has to name; one more if one of them may be the requester. */
const peopleNeeded = (rule: Pick<Rule, "approvalsRequired">, mayAskThemselves: boolean) =>
  quorumOf(rule) + (mayAskThemselves ? 1 : 0);

/** Whether this many people are enough for a rule. */
export const areEnough = (
  people: number,
  rule: Pick<Rule, "approvalsRequired">,
  mayAskThemselves = true,
): boolean => people >= peopleNeeded(rule, mayAskThemselves);

type Asked = Pick<Roster, "standings" | "persons" | "members">;

/** Active people whom a rule names, each by the first of their accounts. */
export function activeOf({ approvers, groups }: Named, roster: Asked): string[] {
  const all = [...approvers, ...groups.flatMap((group) => roster.members.get(group) ?? [])];
  const active = all.filter((user) => roster.standings.get(user) === "active");
  return onePerPerson(active, roster);
}

/** Leaves out every account of one person: nobody approves their own request. */
export const othersThan = (
  requester: string,
  people: readonly string[],
  roster: Pick<Roster, "persons">,
): string[] => people.filter((user) => isSamePerson(user, requester, roster) !== "yes");

/** A rule, and the groups whose members may make requests under it; absent if anybody may. */
interface AskedUnder extends Named, Pick<Rule, "approvalsRequired"> {
  requesterGroups?: readonly string[] | undefined;
}

/** How many people a rule has to name, and whether it does: otherwise nobody could approve somebody's request. */
export function reachOf(
  rule: AskedUnder,
  roster: Asked,
): { needed: number; isSatisfiable: boolean } {
  const active = activeOf(rule, roster);
  const needed = peopleNeeded(rule, mayAskThemselves(rule, active, roster));
  return { needed, isSatisfiable: active.length >= needed };
}

/** Only a rule for requests of a group may rule out that one of its approvers is the requester. */
function mayAskThemselves(
  { requesterGroups }: AskedUnder,
  active: readonly string[],
  roster: Asked,
): boolean {
  if (requesterGroups === undefined) return true;
  return requesterGroups.some((group) => {
    const members = roster.members.get(group) ?? null;
    // The approvers include a requester if the two together are fewer people than the sum of both.
    const all = [...active, ...(members ?? [])];
    const asking = onePerPerson(members ?? [], roster);
    return members === null || onePerPerson(all, roster).length < active.length + asking.length;
  });
}
