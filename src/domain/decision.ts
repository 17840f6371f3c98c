import type { ApprovalPolicy } from "./approval-policy.ts";
import type { Connection } from "./change.ts";
import type { ChangeRequest, RequestEvent } from "./change-request.ts";
import { canonicalJson, canonicalText, digestOf } from "./digest.ts";

/** What is true around a request at the moment of deciding. `now` is ISO 8601 in UTC. */
export interface Circumstances {
  now: string;
  /** The policy in force now; the request carries the one frozen in it. */
  policy: ApprovalPolicy;
  connection: Connection;
}

export type Refusal =
  | "already-decided"
  | "expired"
  | "not-expired-yet"
  | "self-approval"
  | "not-an-approver"
  | "not-an-active-member"
  | "standing-not-known"
  | "already-approved-by-you"
  | "content-differs"
  | "connection-changed"
  | "not-the-requester"
  | "too-late-to-withdraw"
  | "below-quorum"
  | "not-now";

export type Decision = { ok: true; events: RequestEvent[] } | { ok: false; refusal: Refusal };

type Undated<Event> = Event extends RequestEvent ? Omit<Event, "at"> : never;

export function accept({ now }: Circumstances, ...events: Undated<RequestEvent>[]): Decision {
  return { ok: true, events: events.map((event) => ({ ...event, at: now })) };
}

export function refuse(refusal: Refusal): Decision {
  return { ok: false, refusal };
}

/** The stricter of the policy frozen in the request and the one in force. */
export function quorumOf(
  request: ChangeRequest,
  { policy }: Pick<Circumstances, "policy">,
): number {
  return Math.max(1, request.policy.approvalsRequired, policy.approvalsRequired);
}

/** Does the request still hold the bytes that were frozen, and their digest? */
export function isIntact({ content, canonical, digest }: ChangeRequest): boolean {
  return canonicalText(content) === canonical && digestOf(canonical) === digest;
}

export function isSameConnection(
  { content }: ChangeRequest,
  { connection }: Circumstances,
): boolean {
  return canonicalJson(content.connection) === canonicalJson(connection);
}
