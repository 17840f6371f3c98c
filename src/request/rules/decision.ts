import type { Pins } from "../../authority/pins.ts";
import { NO_PINS } from "../../authority/pins.ts";
import type { Named, Roster } from "../../authority/roster.ts";
import type { ApprovalPolicy } from "./approval/approval-policy.ts";
import type { Connection } from "./change.ts";
import type { ChangeRequest } from "./change-request.ts";
import type { Unusable } from "./destination.ts";
import { canonicalJson, digestOf } from "./digest.ts";
import type { Pauses } from "./outcome/pauses.ts";
import type { SeenEnd } from "./outcome/seen-rail.ts";
import type { RequestEvent } from "./request-event.ts";

/** Everything around a request that a decision reads. `now` is ISO 8601 in UTC. */
export interface Circumstances {
  now: string;
  pauses?: Pauses;
  /** The rule in force now for this kind of change; the request carries the one frozen in it. */
  policy: ApprovalPolicy;
  /** Everybody whom a rule in force names. */
  approvers: Named;
  /** Holds only people who were looked up before. */
  roster: Roster;
  connection: Connection;
  /** Another connection has replaced the request's, and nobody has proven that its token belongs to the same company. */
  isHeld: boolean;
  /** Nobody may send anything now. */
  isFrozen: boolean;
  /** The register's present word on the destination of the change. */
  register: RegisterEntry;
  /** Why Signalbox could not carry it out now, by what its kind reads for that alone. */
  overtaken?: string | undefined;
  /** Empty unless the change is one of the set-up. */
  setup: SetupNow;
  /** The command's service id belongs to another destination of the register. */
  isIdTaken: boolean;
  /** The command's Rail belongs to another request. */
  isRailTaken: boolean;
  /** The service had shown the linked or created Rail before the request was made. */
  isRailOlder?: boolean;
  /** Approvers ruled that Rail out for this request when they released one more attempt. */
  isRailRuledOut?: boolean;
  /** What the service has shown under that id; null if nothing. */
  seen: SeenEnd | null;
}

export interface SetupNow {
  /** No request may loosen them. */
  pins: Pins;
  approvalsChannel: string | null;
  /** The connection that the change would make current, and the end of its token; null if none is kept. */
  connection: { to: Connection; lastFour: string } | null;
}

/** The set-up as every other change sees it. */
export const NO_SETUP: SetupNow = { pins: NO_PINS, approvalsChannel: null, connection: null };

export type RegisterEntry =
  | { is: "absent" }
  | {
      is: "present";
      addedBy: string;
      whyUnusable: Unusable | undefined;
      /** No Rail that we know delivers into it. */
      isUnused: boolean;
    };

export type Refusal =
  | "already-decided"
  | "expired"
  | "not-expired-yet"
  | "self-approval"
  | "not-an-approver"
  | "not-an-active-member"
  | "standing-not-known"
  /** Slack did not say who is in a group that may approve. */
  | "group-not-known"
  /** Slack did not say whether two accounts belong to one person. */
  | "person-not-known"
  | "already-approved-by-you"
  | "content-differs"
  | "connection-changed"
  /** It waits until the register is carried over to a token of unproven owner. */
  | "held"
  | "not-the-requester"
  | "too-late-to-withdraw"
  /** There is a Rail that people have to look into. */
  | "rail-exists"
  | "below-quorum"
  /** The person who added a destination cannot approve its first use alone. */
  | "first-use-by-adder"
  | "destination-not-usable"
  /** It could not be carried out now. */
  | "overtaken"
  /** The group was not typed, or another one would be asked for now. */
  | "answer-missing"
  | "wrong-answer"
  /** Only the case of letters is wrong. */
  | "case-slip"
  /** Too many wrong groups. */
  | "attempt-ended"
  /** A remedy needs a second person, who did not make the request either. */
  | "second-person-needed"
  /** The requester of a Rail must not say which one it is. */
  | "requester-cannot-link"
  | "proposed-already"
  | "remedy-changed"
  | "id-taken"
  | "id-contradicted"
  /** The Rail belongs to another request. */
  | "rail-taken"
  | "rail-not-found"
  /** The Rail is not what was approved. */
  | "rail-differs"
  | "rail-older"
  | "rail-ruled-out"
  | "frozen"
  /** A row that decides is not as Signalbox wrote it. */
  | "doubted"
  | "not-now";

/** A refusal may leave a trace: its events are saved, too. */
export type Decision =
  | { ok: true; events: RequestEvent[] }
  | { ok: false; refusal: Refusal; events?: RequestEvent[] };

export type Undated<Event> = Event extends RequestEvent ? Omit<Event, "at"> : never;

export function accept({ now }: Circumstances, ...events: Undated<RequestEvent>[]): Decision {
  return { ok: true, events: events.map((event) => ({ ...event, at: now })) };
}

export function refuse(refusal: Refusal): Decision {
  return { ok: false, refusal };
}

export function refuseWithTrace(
  refusal: Refusal,
  { now }: Circumstances,
  event: Undated<RequestEvent>,
): Decision {
  return { ok: false, refusal, events: [{ ...event, at: now }] };
}

/** Whether the request still holds its own frozen bytes, and their digest. */
export function isIntact({ content, canonical, digest, ...request }: ChangeRequest): boolean {
  const isItsOwn = content.requestId === request.id && content.requestedBy === request.requestedBy;
  return isItsOwn && canonicalJson(content) === canonical && digestOf(canonical) === digest;
}

/** Whether a look at the service began before the last event. */
export function isOutdated(
  lookedAt: number | undefined,
  { version }: Pick<ChangeRequest, "version">,
): boolean {
  return lookedAt !== undefined && lookedAt !== version;
}

export function isSameConnection(
  { content }: Pick<ChangeRequest, "content">,
  { connection }: Pick<Circumstances, "connection">,
): boolean {
  return canonicalJson(content.connection) === canonicalJson(connection);
}
