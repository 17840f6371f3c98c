import type { Around } from "./around.ts";
import type { Content } from "./content.ts";
import type { Refusal } from "./refusal.ts";
import { type Approval, type Request, SIGNALBOX } from "./request.ts";
import { type Requirement, requirementsFor, type Settings } from "./settings.ts";

/** What a person can want. Only this file compares a person with a requirement or the team. */
export type Deed = "look" | "ask" | "stop" | "approve" | "answer" | "deny" | "withdraw";

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
  const isStop = deed === "stop" || deed === "deny";
  if (standing === undefined && !isStop) return { is: "standing-unknown" };
  if (standing !== undefined && standing !== "active") return { is: "not-active" };
  if (!inForce) return { is: "no-settings" };
  const { settings } = inForce;
  switch (deed) {
    case "look":
    case "ask":
    case "stop":
      return isOfTeam(by, settings) ? null : { is: "not-of-the-team" };
    case "approve":
    case "answer":
      if (!request) return { is: "not-known" };
      if (by === request.requestedBy) return { is: "own-request" };
      if (isNamed(by, requirementsFor(request.content, settings))) return null;
      return { is: "not-an-approver" };
    case "deny":
      return isNamed(by, settings.requirements) ? null : { is: "not-an-approver" };
    case "withdraw":
      return by === request?.requestedBy ? null : { is: "not-the-requester" };
  }
}

const isNamed = (person: string, requirements: readonly Requirement[]): boolean =>
  requirements.some(({ people }) => people.includes(person));

const isOfTeam = (person: string, { team, requirements }: Settings): boolean =>
  team === "everyone" || team.includes(person) || isNamed(person, requirements);

/** Everyone whose standing decides about a request: its requester and all who approved it. */
export function peopleOf({ requestedBy, approvals }: Request): string[] {
  const people = [requestedBy, ...approvals.map(({ by }) => by)];
  return [...new Set(people)].filter((person) => person !== SIGNALBOX);
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
  const applying = inForce ? requirementsFor(request.content, inForce.settings) : [];
  const kept = request.approvals.filter(
    ({ by, digest, round, seq }) =>
      digest === request.digest &&
      round === request.round &&
      seq > restoredAt &&
      by !== request.requestedBy &&
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
      awaited: people.filter(
        (each) => each !== request.requestedBy && !kept.some(({ by }) => by === each),
      ),
    })),
  };
}

const givenBy = (approvals: readonly Approval[], people: readonly string[]): string[] => [
  ...new Set(approvals.map(({ by }) => by).filter((by) => people.includes(by))),
];

/** Whom a message calls to approve or answer: all others whom an applying requirement names. */
export function deciders(content: Content, requestedBy: string, settings: Settings): string[] {
  const people = requirementsFor(content, settings).flatMap((each) => each.people);
  return [...new Set(people)].filter((person) => person !== requestedBy);
}
