import type { Rail } from "../../platform/rail-api/rail.ts";
import type { Content, Report } from "./content.ts";

/** Who acts where no person does. */
export const SIGNALBOX = "signalbox";

export interface Request {
  workspace: string;
  /** A UUID, made at the review: a double click asks once. */
  id: string;
  /** The number of `R-142`. */
  number: number;
  /** Raised by each step; every step compares the version that it read. */
  version: number;
  content: Content;
  digest: string;
  /** A Slack user id, or `SIGNALBOX` for a freeze of its own. */
  requestedBy: string;
  requestedAt: string;
  askedIn: Place;
  /** Null where it never expires. */
  expiresAt: string | null;
  approvals: readonly Approval[];
  /** Raised by *approve again*: earlier approvals and open views are void. */
  round: number;
  /** Ids of all claims, oldest first. The audit names one that is not here if a restore lost it. */
  attempts: readonly string[];
  /** When the outcome of the last attempt was recorded: looks have to begin later. */
  attemptEndedAt: string | null;
  /** Keys of Rails that two approvers saw and ruled out before a further attempt. */
  ruledOut: readonly string[];
  /** Problems with the Rail that it made or trusts: each holds it until people trust it anew. */
  reports: readonly Report[];
  state: State;
}

/** Where answers go: a channel, or a person directly. */
export type Place = { channel: string } | { person: string };

export interface Approval {
  by: string;
  at: string;
  /** The number of its audit entry: after a restore only later ones count. */
  seq: number;
  digest: string;
  round: number;
  /** Where the approver looked the address up; null where no question was asked. */
  checkedIn: string | null;
}

export type State =
  | { is: "pending" }
  /** Agreed; waits for what `because` says. */
  | { is: "ready"; because: Because | null }
  /** Claimed: the POST may be on its way. */
  | { is: "sending"; attempt: string; since: string }
  /** We look, and never post. */
  | { is: "unknown"; attempt: string; since: string }
  /** Waits to be read back. */
  | { is: "created"; railId: string; issued: Rail; reads: number; since: string }
  | { is: "done"; at: string; result: Result | null }
  /** We do not know the Rail: people answer. `issued` was shown of one that is `not-shown` now. */
  | { is: "stuck"; question: Question; railKeys: readonly string[]; since: string; issued?: Rail }
  | { is: "closed"; how: Closing; by: string; at: string; reason: string };

export type Status = State["is"];

export type Result = IssuedRail | { serviceId: string };

/** `matched` is false where the Rail differs from its approval: it is held. */
export interface IssuedRail {
  railId: string;
  issued: Rail;
  matched: boolean;
  differences: readonly string[];
}

/** Why an agreed request is not sent yet. `people`: Slack does not say who they are. */
export type Because = "cool-down" | "frozen" | "people" | OfTheService;
/**
 * `token`: refused, or none. `not-listed`: the operator does not list its address. `look`: its list
 * was not read completely yet, `no-look`: for an hour. `not-sent`: nothing listens there.
 */
type OfTheService = "token" | "not-listed" | "look" | "no-look" | "not-sent";

export type Question =
  /** No look found it. */
  | "not-found"
  /** A Rail of the same route, which nobody asked for, appeared since. */
  | "same-route"
  /** The Rail has no id. */
  | "no-id"
  /** The service answered with something that was known before, or that was not approved. */
  | "known"
  /** Reading it back says that there is none. */
  | "not-shown"
  /** A destination's outcome is unknown, and nothing lists destinations. */
  | "no-answer";

export type Closing = ByPeople | "expired" | "void" | "refused";
type ByPeople = "denied" | "withdrawn" | "given-up" | "replaced" | "retired";

/** Whether people may still act on it, or we do. */
export function isOpen({ state }: Pick<Request, "state">): boolean {
  return state.is !== "done" && state.is !== "closed";
}

/** Whether a POST may have left: then only people or the service can say how it ended. */
export function wasSent({ attempts }: Pick<Request, "attempts">): boolean {
  return attempts.length > 0;
}

/** The Rail of a done request; null for all else. */
export function issuedRail({ state }: Pick<Request, "state">): IssuedRail | null {
  const result = state.is === "done" ? state.result : null;
  return result && "railId" in result ? result : null;
}

/** The id at the service that a done request registered; null for all else. */
export function serviceIdOf({ state }: Pick<Request, "state">): string | null {
  const result = state.is === "done" ? state.result : null;
  return result && "serviceId" in result ? result.serviceId : null;
}
