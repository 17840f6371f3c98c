import type { Known, Named, Roster, Standing } from "./roster.ts";
import { isNamed, isNamedToStop, isSamePerson, onePerPerson } from "./roster.ts";
import type { Authority, Deed, Role } from "./table.ts";
import { AUTHORITY } from "./table.ts";

/** A rule as far as it is about who decides. */
export interface Rule extends Named {
  /** Null where no rule decides. */
  rule: string | null;
  approvalsRequired: number;
}

/** So many different people, each of whom all of `named` name. */
export interface Requirement {
  rule: string | null;
  named: readonly Named[];
  needed: number;
}

/** How many approvals a rule takes; never none. */
export const quorumOf = ({ approvalsRequired }: Pick<Rule, "approvalsRequired">): number =>
  Math.max(1, approvalsRequired);

/** A rule as it was when something was asked for, and as it is now. */
export interface Governing {
  frozen: Rule;
  now: Rule;
}

/**
 * What has to be satisfied before something takes effect.
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

/** One person, as Slack and the set-up know them. */
export interface Actor {
  by: string;
  standing: Standing;
  /** Null where Slack did not say. */
  isAdministrator?: boolean | null;
  isFirstInstaller?: boolean;
}

/** Whom the rules name: for `approver` by what decides, for all other roles anywhere in the policy in force. */
export interface Offices {
  deciding?: readonly Governing[];
  anywhere?: Named;
  roster: Roster;
  isSetUp?: boolean;
}

/** Why somebody may not decide; named by what would help. */
export type WhyNotDecide =
  | "not-an-active-member"
  | "standing-not-known"
  | "not-an-approver"
  | "group-not-known";

/** Why somebody may not set up; `right-not-known`: Slack did not say. */
export type WhyNotSetUp = "no-right" | "right-not-known";

type Deciding = Exclude<Role, "administrator" | "operator" | "slack">;

/** The role that a deed takes now: until the first set-up is complete, its parts are the administrators'. */
export function roleFor(deed: Deed, isSetUp: boolean): Role {
  const { by, isSetAtFirst }: Authority = AUTHORITY[deed];
  return isSetAtFirst && !isSetUp ? "administrator" : by;
}

type WhyNotFor<Row> = Row extends { by: Deciding; isSetAtFirst: false }
  ? WhyNotDecide
  : WhyNotDecide | WhyNotSetUp;

/** Why somebody may not propose something, or do it where nobody has to agree; undefined where they may. */
export function whyMayNot<Done extends Deed>(
  deed: Done,
  actor: Actor,
  offices: Offices,
): WhyNotFor<(typeof AUTHORITY)[Done]> | undefined;
export function whyMayNot(deed: Deed, actor: Actor, { isSetUp = true, ...offices }: Offices) {
  const role = roleFor(deed, isSetUp);
  if (role === "administrator") return whyNotAdministrator(actor, isSetUp);
  // Nobody holds these within the app.
  if (role === "operator" || role === "slack") return "no-right";
  return whyNot(role, actor, offices);
}

/** Undefined for somebody who holds the role. */
export function whyNot(
  role: Deciding,
  { by, standing }: Actor,
  { deciding = [], anywhere = NOBODY, roster }: Offices,
): WhyNotDecide | undefined {
  switch (role) {
    case "member":
      return whyNotActive(standing);
    case "approver": {
      const named = deciding.map(({ frozen, now }) =>
        isNamedFor(by, { named: [frozen, now] }, roster),
      );
      return whyNotNamed(any(named)) ?? whyNotActive(standing);
    }
    case "any-approver":
      return whyNotNamed(isNamed(by, anywhere, roster)) ?? whyNotActive(standing);
    case "known-approver": {
      const isSilent = standing === "not-known";
      if (isSilent && roster.lastInactive?.has(by)) return "not-an-active-member";
      const refusal = whyNotNamed(isNamedToStop(by, anywhere, roster));
      return refusal ?? (isSilent ? undefined : whyNotActive(standing));
    }
  }
}

const NOBODY: Named = { approvers: [], groups: [] };

function whyNotActive(standing: Standing): WhyNotDecide | undefined {
  if (standing === "active") return undefined;
  return standing === "not-known" ? "standing-not-known" : "not-an-active-member";
}

function whyNotNamed(isNamed: Known): WhyNotDecide | undefined {
  if (isNamed === "yes") return undefined;
  return isNamed === "no" ? "not-an-approver" : "group-not-known";
}

/** Undefined for an active administrator or owner. The first installer may finish the first set-up, and nothing after it. */
function whyNotAdministrator(
  { standing, isAdministrator = null, isFirstInstaller = false }: Actor,
  isSetUp: boolean,
): WhyNotSetUp | undefined {
  if (standing === "not-known") return "right-not-known";
  if (standing !== "active") return "no-right";
  if (isAdministrator || (isFirstInstaller && !isSetUp)) return undefined;
  return isAdministrator === null ? "right-not-known" : "no-right";
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

function any(all: readonly Known[]): Known {
  if (all.includes("yes")) return "yes";
  return all.includes("not-known") ? "not-known" : "no";
}

/** Whether this very account asked; only that one withdraws. */
export const isRequester = (by: string, { requestedBy }: { requestedBy: string }): boolean =>
  by === requestedBy;

/**
 * Whether something is done at once, without asking anybody: where nobody has to agree, and in the first set-up, while
 * nobody is there yet who could.
 */
export const isDoneAtOnce = (
  { needs, isSetAtFirst }: Pick<Authority, "needs" | "isSetAtFirst">,
  isSetUp: boolean,
): boolean => needs === "nobody" || (isSetAtFirst && !isSetUp);

/** Whether somebody who acts is the one who asked or proposed, by whichever account. */
export function isOwn(
  by: string,
  asked: readonly string[],
  roster: Pick<Roster, "persons">,
): Known {
  return any(asked.map((each) => isSamePerson(by, each, roster)));
}

/** Why an agreement that was given does not count any more. */
export type Dropped =
  /** Another account of the requester or proposer gave it. */
  | "requester"
  /** Another account of the same person agreed before. */
  | "same-person"
  | "not-named"
  | Exclude<Standing, "active" | "not-known">;

/** Each of those who have agreed, in one of three. */
export interface Weighed {
  /** One account of each person, in the order in which they agreed. */
  counted: readonly string[];
  /** They do not count now, since Slack does not say enough; nothing of theirs ends either. */
  inDoubt: readonly string[];
  dropped: readonly { by: string; because: Dropped }[];
}

/**
 * Whose agreement counts. Only what is certain drops one.
 * @param agreed Slack user ids, each once.
 * @param asked Who asked or proposed: they never count.
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
    const standing = roster.standings.get(by) ?? "not-known";
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

/** A rule that still wants so many people. */
export interface Lack {
  rule: string | null;
  wanted: number;
}

/**
 * What is missing before something may take effect; nothing where all requirements are met.
 * @param people Whose agreement counts, each person once; somebody counts for every requirement that names them.
 * @param doubt What a group of which Slack says nothing counts for: `yes` only to foresee, never to take effect.
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

/** Whether these are the adder of a destination alone, who does not decide on its first use by themselves. */
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
