import type { Standing } from "../../src/authority/roster.ts";
import type { Rail } from "../../src/platform/rail-api/rules/rail.ts";
import type { Change } from "../../src/request/rules/change.ts";
import type { ChangeRequest, State } from "../../src/request/rules/change-request.ts";
import type { Command } from "../../src/request/rules/decide.ts";
import { decide } from "../../src/request/rules/decide.ts";
import type { ApprovalCommand } from "../../src/request/rules/decide-approval.ts";
import type { Circumstances, Decision, RegisterEntry } from "../../src/request/rules/decision.ts";
import { NO_SETUP } from "../../src/request/rules/decision.ts";
import { evolve } from "../../src/request/rules/evolve.ts";
import { tagText } from "../../src/request/rules/outcome/tag.ts";
import {
  ANA,
  aConnection,
  aContent,
  after,
  anOnRampRail,
  aPolicy,
  aRequest,
  BEN,
  CAL,
  DAN,
  NOW,
  RAIL_ID,
} from "../support/builders.ts";
import { aRoster } from "../support/people.ts";

type Status = State["status"];

export function around(fields: Partial<Circumstances> = {}): Circumstances {
  return {
    now: NOW,
    policy: aPolicy(),
    approvers: {
      approvers: fields.policy?.approvers ?? aPolicy().approvers,
      groups: fields.policy?.groups ?? [],
    },
    roster: aRoster(),
    connection: aConnection(),
    isHeld: false,
    isFrozen: false,
    register: inUse(),
    setup: NO_SETUP,
    isIdTaken: false,
    isRailTaken: false,
    seen: null,
    ...fields,
  };
}

type Present = Extract<RegisterEntry, { is: "present" }>;

/** A destination that Dan added and into which Rails deliver already. */
export function inUse(fields: Partial<Present> = {}): RegisterEntry {
  return { is: "present", addedBy: DAN, whyUnusable: undefined, isUnused: false, ...fields };
}

export const ABSENT: RegisterEntry = { is: "absent" };

const since = after({ minutes: -1 });

/** One state for every status. */
export const STATES: { [S in Status]: Extract<State, { status: S }> } = {
  pending: { status: "pending" },
  approved: { status: "approved", since, timesNotSent: 0, because: null, nextTryAt: since },
  blocked: { status: "blocked", since, nextTryAt: since },
  sending: { status: "sending", since, timesNotSent: 0 },
  unknown: {
    status: "unknown",
    since,
    because: "no-clear-answer",
    cleanScans: 0,
    failedLooks: 0,
    trouble: null,
    nextLookAt: since,
    issued: null,
  },
  created: {
    status: "created",
    since,
    timesNotFound: 0,
    nextLookAt: since,
    railId: RAIL_ID,
    issued: null,
  },
  verified: { status: "verified", since, railId: RAIL_ID, issued: null },
  done: { status: "done", since, railId: RAIL_ID, issued: null },
  quarantined: {
    status: "quarantined",
    unnamed: 0,
    because: "differs",
    was: "created",
    since,
    railIds: [RAIL_ID],
    differences: [],
  },
  "needs-a-person": {
    status: "needs-a-person",
    made: null,
    since,
    question: "outcome",
    because: "It may still exist.",
    candidates: [],
  },
  "in-force": { status: "in-force", since, serviceId: "wa_7001" },
  denied: { status: "denied", at: since, by: BEN, reason: "Too early" },
  withdrawn: { status: "withdrawn", at: since, by: ANA },
  expired: { status: "expired", at: since },
  voided: { status: "voided", at: since, because: "Its destination was retired.", made: null },
  failed: { status: "failed", at: since, message: "Invalid", fieldErrors: {} },
};

export const STATUSES = Object.keys(STATES) as Status[];

/** In this status, after one attempt and Ben's and Cal's approvals wherever there can have been any. */
export function inStatus<S extends Status>(
  status: S,
  state: Partial<Extract<State, { status: S }>> = {},
  fields: Partial<ChangeRequest> = {},
): ChangeRequest {
  const isEarly = status === "pending" || status === "approved";
  return aRequest({
    state: { ...STATES[status], ...state } as State,
    approvals: status === "pending" ? [] : approvalsOf(BEN, CAL),
    attempt: isEarly ? 0 : 1,
    ...fields,
  });
}

/** As `inStatus`, for a request of this change. */
export function about<S extends Status>(
  change: Change,
  status: S,
  state: Partial<Extract<State, { status: S }>> = {},
  fields: Partial<ChangeRequest> = {},
): ChangeRequest {
  const content = aContent({ change });
  const { digest } = aRequest({ content });
  const approvals = inStatus(status).approvals.map((each) => ({ ...each, digest }));
  return inStatus(status, state, { content, approvals, ...fields });
}

export function approvalsOf(...people: string[]): ChangeRequest["approvals"] {
  const { digest } = aRequest();
  return people.map((by) => ({ by, at: after({ minutes: -5 }), digest }));
}

type Approve = Extract<ApprovalCommand, { type: "approve" }>;

/** An approval of exactly this request, by an active member who is asked for no group. */
export function approving(
  { digest }: Pick<ChangeRequest, "digest">,
  by: string,
  fields: Partial<Approve> = {},
): Approve {
  const nothing = { asked: null, typed: null };
  return {
    type: "approve",
    by,
    digest,
    check: null,
    answer: nothing,
    ...fields,
  };
}

/** What the service shows of the Rail that `aRequest()` asks for, with its tag. */
export function theRail(fields: Parameters<typeof anOnRampRail>[0] = {}): Rail {
  const { id: requestId, digest } = aRequest();
  return anOnRampRail({ metadata: [tagText({ requestId, digest })], ...fields });
}

export function standings(of: Record<string, Standing>): ReadonlyMap<string, Standing> {
  return new Map(Object.entries(of));
}

/** The request after a command that must be accepted; fails with the refusal when it is not. */
export function afterwards(
  request: ChangeRequest,
  command: Command,
  circumstances: Circumstances = around(),
): ChangeRequest {
  const decision = decide(command, request, circumstances);
  if (!decision.ok) throw new Error(`Refused: ${decision.refusal}`);
  return decision.events.reduce(evolve, request);
}

/** The types of the events, or the refusal. */
export function inShort(decision: Decision): string {
  if (!decision.ok) return `no: ${decision.refusal}`;
  return decision.events.map(({ type }) => type).join(", ") || "nothing";
}
