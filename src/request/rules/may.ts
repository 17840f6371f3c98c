import type { Around } from "./around.ts";
import type { Content } from "./content.ts";
import type { Refusal } from "./refusal.ts";
import { type Approval, type Request, SIGNALBOX } from "./request.ts";
import { madeBy, requirementsFor } from "./requirements.ts";
import type { Requirement, Settings } from "./settings.ts";

/** What a person can want. Only this file compares a person with a requirement or the team. */
export type Deed = OfTeam | OfNamed | "approve" | "answer" | "withdraw";
type OfTeam = "look" | "ask" | "stop" | "report";
/** What only closes a way for money, by one person whom a requirement names. */
type OfNamed = "deny" | "retire" | "take-out";

type Known = Pick<Around, "inForce" | "standings">;

/** Why a person may not do this; null if they may. `request` is null for deeds about none. */
export function whyNot(
  deed: Deed,
  by: string,
  request: Request | null,
  { inForce, standings }: Known,
): Refusal | null {
  const standing = standings.get(by);
  // Whoever is named can stop something while Slack is silent; a clear word of it still counts.
  const isStop = /^(stop|report|deny|retire|take-out)$/.test(deed);
  if (standing === undefined && !isStop) return { is: "standing-unknown" };
  if (standing !== undefined && standing !== "active") return { is: "not-active" };
  if (!inForce) return { is: "no-settings" };
  const { settings } = inForce;
  switch (deed) {
    case "look":
    case "ask":
    case "stop":
    case "report":
      return isOfTeam(by, settings) ? null : { is: "not-of-the-team" };
    case "approve":
    case "answer":
      if (!request) return { is: "not-known" };
      if (by === request.requestedBy) return { is: "own-request" };
      if (isRemovedBy(request.content, by, settings)) return { is: "removed-by-it" };
      if (isNamed(by, decidersOf(request, settings))) return null;
      return { is: "not-an-approver" };
    case "deny":
    case "retire":
    case "take-out":
      if (request && isRemovedBy(request.content, by, settings)) return { is: "removed-by-it" };
      return isNamed(by, settings.requirements) ? null : { is: "not-an-approver" };
    case "withdraw":
      return by === request?.requestedBy ? null : { is: "not-the-requester" };
  }
}

/**
 * Why a person may not see how everything is doing: it is for whoever a requirement names, and for
 * administrators, also while Slack is silent or the settings cannot be read. The audit leaves
 * Slack: it is for administrators and auditors.
 */
export function whyNotInspect(
  what: "health" | "audit",
  by: string,
  { inForce, standings }: Known,
  isAdministrator: boolean,
): Refusal | null {
  if (activeOf([by], standings).length === 0) return { is: "not-active" };
  if (isAdministrator) return null;
  const { requirements = [], auditors = [] } = inForce?.settings ?? {};
  if (what === "health") return isNamed(by, requirements) ? null : { is: "not-an-inspector" };
  if (!auditors.includes(by)) return { is: "not-an-auditor" };
  return standings.has(by) ? null : { is: "standing-unknown" };
}

const isNamed = (person: string, requirements: readonly Requirement[]): boolean =>
  requirements.some(({ people }) => people.includes(person));

/** The requirements that apply, each with the people who may decide about this request. */
function decidersOf(
  { content, requestedBy }: Pick<Request, "content" | "requestedBy">,
  settings: Settings,
): Requirement[] {
  const isDecider = (person: string) =>
    person !== requestedBy && !isRemovedBy(content, person, settings);
  return requirementsFor(content, settings).map(({ people, ...each }) => ({
    ...each,
    people: people.filter(isDecider),
  }));
}

/**
 * Nobody decides about a change of the settings that takes them out of a requirement. One that goes
 * altogether is decided by all its people: nobody else could.
 */
function isRemovedBy({ change }: Content, person: string, { requirements }: Settings): boolean {
  if (change.kind !== "change-settings") return false;
  const after = new Map(change.settings.requirements.map((each) => [each.name, each.people]));
  return requirements.some(
    ({ name, people }) => people.includes(person) && after.get(name)?.includes(person) === false,
  );
}

const isOfTeam = (person: string, { team, requirements }: Settings): boolean =>
  team === "everyone" || team.includes(person) || isNamed(person, requirements);

/** Without those of whom Slack says that they are not. */
export const activeOf = (ids: readonly string[], standings: Known["standings"]): string[] =>
  ids.filter((each) => (standings.get(each) ?? "active") === "active");

/** Everyone whose standing decides about a request: who asked, who approved, whom it names. */
export function peopleOf({ requestedBy, approvals, content: { change } }: Request): string[] {
  const named = madeBy(change).flatMap(({ people }) => people);
  const people = new Set([requestedBy, ...approvals.map(({ by }) => by), ...named]);
  return [...people].filter((person) => person !== SIGNALBOX);
}

export interface Count {
  /** `unsure`: enough if those of whom Slack said nothing still count. */
  quorum: "met" | "unsure" | "short";
  /** Approvals that count, or may count. */
  kept: readonly Approval[];
  progress: readonly Progress[];
}

/** One requirement, as a card shows it. */
export interface Progress {
  name: string;
  needed: number;
  /** Who has approved, and counts or may count. */
  given: readonly string[];
  /** Who may still approve. */
  awaited: readonly string[];
}

/**
 * Counts approvals by the requirements in force. One counts if it covers this digest in this round,
 * was given after the last restore, and comes from an active person other than the requester whom a
 * requirement names now.
 */
export function countApprovals(request: Request, around: Known & { restoredAt: number }): Count {
  const { inForce, standings, restoredAt } = around;
  const applying = inForce ? decidersOf(request, inForce.settings) : [];
  const kept = request.approvals.filter(
    ({ by, digest, round, seq }) =>
      digest === request.digest &&
      round === request.round &&
      seq > restoredAt &&
      isNamed(by, applying) &&
      (standings.get(by) ?? "active") === "active",
  );
  const surely = kept.filter(({ by }) => standings.has(by));
  const isEnough = (approvals: readonly Approval[]) =>
    applying.length > 0 &&
    applying.every(({ people, needed }) => givenBy(approvals, people).length >= needed);
  return {
    quorum: isEnough(surely) ? "met" : isEnough(kept) ? "unsure" : "short",
    kept,
    progress: applying.map(({ name, needed, people }) => ({
      name,
      needed,
      given: givenBy(kept, people),
      awaited: people.filter((each) => !kept.some(({ by }) => by === each)),
    })),
  };
}

const givenBy = (approvals: readonly Approval[], people: readonly string[]): string[] => [
  ...new Set(approvals.map(({ by }) => by).filter((by) => people.includes(by))),
];

/** Whether it waits for this person: to approve, or to answer what we could not find out. */
export function isAwaited(
  request: Request,
  by: string,
  around: Known & { restoredAt: number },
): boolean {
  const isStuck = request.state.is === "stuck";
  if (whyNot(isStuck ? "answer" : "approve", by, request, around) !== null) return false;
  const { progress } = countApprovals(request, around);
  const isShort = progress.some(
    ({ needed, given, awaited }) => given.length < needed && awaited.includes(by),
  );
  return isStuck || (request.state.is === "pending" && isShort);
}

/** Whom a message calls to approve or answer: all others whom an applying requirement names. */
export function deciders(content: Content, requestedBy: string, settings: Settings): string[] {
  const all = decidersOf({ content, requestedBy }, settings);
  return [...new Set(all.flatMap(({ people }) => people))];
}
