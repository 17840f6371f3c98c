import type { Authority, Role } from "./authority.ts";
import type { Governing } from "./quorum.ts";
import { any, isNamedFor, isOwn } from "./quorum.ts";
import type { Known, Named, Roster, Standing } from "./roster.ts";
import { isNamed, isNamedToStop, standingIn } from "./roster.ts";
import type { Deed } from "./table.ts";
import { AUTHORITY } from "./table.ts";

/** One person, as Slack and the set-up know them. */
export interface Actor {
  by: string;
  /** Null where Slack did not say. */
  isAdministrator?: boolean | null;
  isFirstInstaller?: boolean;
}

/** The people whom rules name: `approver` asks the deciding rules, all other roles any rule in force. */
export interface Offices {
  deciding?: readonly Governing[];
  anywhere?: Named;
  auditors?: Named;
  roster: Roster;
  isSetUp?: boolean;
  /** The people who asked for the thing that it is about, or use it alone. */
  own?: readonly string[];
}

/** Why somebody may not decide, named after the remedy. */
export type WhyNotDecide =
  | "not-an-active-member"
  | "standing-not-known"
  | "not-an-approver"
  | "group-not-known";

/** Why somebody may not set up; `right-not-known`: Slack did not say. */
export type WhyNotSetUp = "no-right" | "right-not-known";

type Deciding = Exclude<Role, "administrator" | "auditor" | "operator" | "slack">;

/** The role that a deed takes now: administrators hold its parts until the first set-up is complete. */
export function roleFor(deed: Deed, isSetUp: boolean): Role {
  const { by, isSetAtFirst }: Authority = AUTHORITY[deed];
  return isSetAtFirst && !isSetUp ? "administrator" : by;
}

/** Why somebody may not judge what is their own, or may be, by another account. */
type WhyNotOwn = "own" | "person-not-known";

type WhyNotFor<Row> =
  | (Row extends { by: Deciding; isSetAtFirst: false } ? WhyNotDecide : WhyNotDecide | WhyNotSetUp)
  | (Row extends { isNotForOwn: true } ? WhyNotOwn : never);

/** Why somebody may not propose something, or do it if nobody has to agree; undefined if they may. */
export function whyMayNot<Done extends Deed>(
  deed: Done,
  actor: Actor,
  offices: Offices,
): WhyNotFor<(typeof AUTHORITY)[Done]> | undefined;
export function whyMayNot(deed: Deed, actor: Actor, { isSetUp = true, ...offices }: Offices) {
  const role = roleFor(deed, isSetUp);
  if (role === "administrator") return whyNotAdministrator(actor, offices, isSetUp);
  if (role === "auditor") return whyNotAuditor(actor, offices, isSetUp);
  // Nobody holds these within the app.
  if (role === "operator" || role === "slack") return "no-right";
  return whyNot(role, actor, offices) ?? whyNotOwn(AUTHORITY[deed], actor, offices);
}

function whyNotOwn(
  { isNotForOwn }: Authority,
  { by }: Actor,
  { own = [], roster }: Offices,
): WhyNotOwn | undefined {
  const isTheirs = isNotForOwn ? isOwn(by, own, roster) : "no";
  if (isTheirs === "no") return undefined;
  return isTheirs === "yes" ? "own" : "person-not-known";
}

/** Undefined for somebody who holds the role. */
export function whyNot(
  role: Deciding,
  { by }: Actor,
  { deciding = [], anywhere = NOBODY, roster }: Offices,
): WhyNotDecide | undefined {
  const standing = standingIn(by, roster);
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
  { by, isAdministrator = null, isFirstInstaller = false }: Actor,
  { roster }: Offices,
  isSetUp: boolean,
): WhyNotSetUp | undefined {
  const standing = standingIn(by, roster);
  if (standing === "not-known") return "right-not-known";
  if (standing !== "active") return "no-right";
  if (isAdministrator || (isFirstInstaller && !isSetUp)) return undefined;
  return isAdministrator === null ? "right-not-known" : "no-right";
}

function whyNotAuditor(
  actor: Actor,
  { auditors = NOBODY, roster }: Offices,
  isSetUp: boolean,
): WhyNotSetUp | undefined {
  const because = whyNotAdministrator(actor, { roster }, isSetUp);
  if (because === undefined || standingIn(actor.by, roster) !== "active") return because;
  const named = isNamed(actor.by, auditors, roster);
  if (named === "yes") return undefined;
  return named === "not-known" ? "right-not-known" : because;
}

/** Whether this very account asked; only that one withdraws. */
export const isRequester = (by: string, { requestedBy }: { requestedBy: string }): boolean =>
  by === requestedBy;

/**
 * Whether something is done without asking: because nobody has to agree, or because nobody can agree before the first
 * set-up is complete.
 */
export const isDoneAtOnce = (
  { needs, isSetAtFirst }: Pick<Authority, "needs" | "isSetAtFirst">,
  isSetUp: boolean,
): boolean => needs === "nobody" || (isSetAtFirst && !isSetUp);
