import type { ApprovalPolicy } from "./approval-policy.ts";
import type { Difference } from "./attestation.ts";
import type { Content, CreateRail } from "./change.ts";
import type { Rail } from "./rail.ts";
import type { ProposedRemedy, Remedy } from "./remedy.ts";

/** Times are ISO 8601 in UTC throughout. */
export interface Approval {
  by: string;
  at: string;
  /** The digest that was shown to the approver. */
  digest: string;
}

export interface ChangeRequest {
  id: string;
  workspaceId: string;
  connectionId: string;
  /** The 142 of R-142; counted per workspace. */
  number: number;
  /** How many events have happened; guards every save. */
  version: number;
  content: Content;
  /** The frozen canonical bytes of `content`, and their SHA-256. */
  canonical: string;
  digest: string;
  /** The rule in force for this kind of change when it was submitted. */
  policy: ApprovalPolicy;
  requestedBy: string;
  requestedAt: string;
  expiresAt: string;
  approvals: readonly Approval[];
  /** How often each approver has typed a wrong group of the address or IBAN. */
  wrongAnswers: Readonly<Record<string, number>>;
  /** How many times a claim was made to POST; outcomes name theirs. */
  attempt: number;
  state: State;
}

/** A request for a Rail, as opposed to one about a destination. */
export type RailRequest = ChangeRequest & { content: { change: CreateRail } };

export function isRailRequest(request: ChangeRequest): request is RailRequest {
  return request.content.change.kind === "create-rail";
}

/** What is known of the Rail: `issued` is the creating answer, null when the Rail was found by its tag. */
export interface CreatedRail {
  railId: string;
  issued: Rail | null;
}

export type State =
  | { status: "pending" }
  | { status: "approved"; since: string; timesNotSent: number; nextTryAt: string }
  | { status: "blocked"; since: string; nextTryAt: string }
  | { status: "sending"; since: string; timesNotSent: number }
  | {
      status: "unknown";
      since: string;
      because: UnknownBecause;
      cleanScans: number;
      nextLookAt: string;
      issued: Rail | null;
    }
  | ({ status: "created"; since: string; timesNotFound: number; nextLookAt: string } & CreatedRail)
  | ({ status: "verified"; since: string } & CreatedRail)
  | ({ status: "done"; since: string } & CreatedRail)
  | {
      status: "quarantined";
      since: string;
      railIds: readonly string[];
      differences: readonly Difference[];
    }
  | { status: "needs-a-person"; since: string; because: string; remedy?: ProposedRemedy }
  /** A destination is in the register, or has left it: the end of a change that makes no Rail. */
  | { status: "in-force"; since: string; serviceId: string }
  | { status: "denied"; at: string; by: string; reason: string }
  | { status: "withdrawn"; at: string; by: string }
  | { status: "expired"; at: string }
  /** It can no longer be done as it was asked for, so nothing was. */
  | { status: "voided"; at: string; because: string }
  | { status: "failed"; at: string; message: string; fieldErrors: Record<string, string[]> };

export type Status = State["status"];

/** Why it is not known whether a Rail was created. */
export type UnknownBecause = "no-clear-answer" | "interrupted" | "no-id";

type Happening =
  | { type: "approval-given"; by: string; digest: string; isChecked: boolean }
  /** The group of the address or IBAN that an approver was asked for was not what they typed. */
  | { type: "wrong-answer"; by: string; times: number }
  | { type: "approved" }
  | { type: "approvals-lapsed"; of: readonly string[] }
  | { type: "denied"; by: string; reason: string }
  | { type: "withdrawn"; by: string }
  | { type: "expired" }
  | { type: "sending-started"; attempt: number; countedApprovers: readonly string[] }
  | { type: "blocked"; nextTryAt: string }
  | { type: "not-sent"; nextTryAt: string }
  | { type: "refused"; message: string; fieldErrors: Record<string, string[]> }
  | { type: "outcome-unknown"; because: UnknownBecause; nextLookAt: string; issued: Rail | null }
  | { type: "scanned-clean"; nextLookAt: string }
  /** `answer`: what the service said, as far as there is something to keep. */
  | { type: "gave-up"; because: string; answer?: string }
  | { type: "voided"; because: string }
  | { type: "remedy-proposed"; by: string; remedy: Remedy }
  | { type: "released"; by: string; proposedBy: string; expiresAt: string }
  /** `isProven`: the service itself showed this id with this address or IBAN. */
  | {
      type: "in-force";
      serviceId: string;
      isProven: boolean;
      by?: readonly string[];
      answer?: string;
    }
  | { type: "created"; railId: string; issued: Rail | null; nextLookAt: string }
  /** The service itself has shown the id of a destination with its address or IBAN. */
  | { type: "proven" }
  | { type: "not-found-yet"; nextLookAt: string }
  | { type: "verified"; notes: readonly string[] }
  | { type: "quarantined"; railIds: readonly string[]; differences: readonly Difference[] }
  | { type: "instructions-posted"; channelId: string };

export type RequestEvent = { at: string } & Happening;

/** Applies one event. Total: every event is already known to be allowed. */
export function evolve(request: ChangeRequest, event: RequestEvent): ChangeRequest {
  const next = { ...request, version: request.version + 1 };
  const { at } = event;
  switch (event.type) {
    case "approval-given":
      return {
        ...next,
        approvals: [...request.approvals, { by: event.by, at, digest: event.digest }],
      };
    case "proven":
      return next;
    case "wrong-answer":
      return { ...next, wrongAnswers: { ...request.wrongAnswers, [event.by]: event.times } };
    case "approved":
      return { ...next, state: { status: "approved", since: at, timesNotSent: 0, nextTryAt: at } };
    case "approvals-lapsed":
      return {
        ...next,
        approvals: request.approvals.filter(({ by }) => !event.of.includes(by)),
        state: { status: "pending" },
      };
    case "denied":
      return { ...next, state: { status: "denied", at, by: event.by, reason: event.reason } };
    case "withdrawn":
      return { ...next, state: { status: "withdrawn", at, by: event.by } };
    case "expired":
      return { ...next, state: { status: "expired", at } };
    case "sending-started":
      return {
        ...next,
        attempt: event.attempt,
        state: { status: "sending", since: at, timesNotSent: timesNotSent(request) },
      };
    case "blocked":
      return { ...next, state: { status: "blocked", since: at, nextTryAt: event.nextTryAt } };
    case "not-sent":
      return {
        ...next,
        state: {
          status: "approved",
          since: at,
          timesNotSent: timesNotSent(request) + 1,
          nextTryAt: event.nextTryAt,
        },
      };
    case "refused":
      return {
        ...next,
        state: { status: "failed", at, message: event.message, fieldErrors: event.fieldErrors },
      };
    case "outcome-unknown":
      return {
        ...next,
        state: {
          status: "unknown",
          since: at,
          because: event.because,
          cleanScans: 0,
          nextLookAt: event.nextLookAt,
          issued: event.issued,
        },
      };
    case "scanned-clean":
      if (request.state.status !== "unknown") return next;
      return {
        ...next,
        state: {
          ...request.state,
          cleanScans: request.state.cleanScans + 1,
          nextLookAt: event.nextLookAt,
        },
      };
    case "gave-up":
      return { ...next, state: { status: "needs-a-person", since: at, because: event.because } };
    case "voided":
      return { ...next, state: { status: "voided", at, because: event.because } };
    case "remedy-proposed":
      if (request.state.status !== "needs-a-person") return next;
      return {
        ...next,
        state: { ...request.state, remedy: { by: event.by, at, remedy: event.remedy } },
      };
    case "released":
      return {
        ...next,
        expiresAt: event.expiresAt,
        state: { status: "approved", since: at, timesNotSent: 0, nextTryAt: at },
      };
    case "in-force":
      return {
        ...next,
        state: { status: "in-force", since: at, serviceId: event.serviceId },
      };
    case "created":
      return {
        ...next,
        state: {
          status: "created",
          since: at,
          railId: event.railId,
          issued: event.issued,
          timesNotFound: 0,
          nextLookAt: event.nextLookAt,
        },
      };
    case "not-found-yet":
      if (request.state.status !== "created") return next;
      return {
        ...next,
        state: {
          ...request.state,
          timesNotFound: request.state.timesNotFound + 1,
          nextLookAt: event.nextLookAt,
        },
      };
    case "verified":
      if (request.state.status !== "created") return next;
      return {
        ...next,
        state: {
          status: "verified",
          since: at,
          railId: request.state.railId,
          issued: request.state.issued,
        },
      };
    case "quarantined":
      return {
        ...next,
        state: {
          status: "quarantined",
          since: at,
          railIds: event.railIds,
          differences: event.differences,
        },
      };
    case "instructions-posted":
      if (request.state.status !== "verified") return next;
      return {
        ...next,
        state: {
          status: "done",
          since: at,
          railId: request.state.railId,
          issued: request.state.issued,
        },
      };
  }
}

/** How often a connection did not even open, in a row. */
export function timesNotSent({ state }: Pick<ChangeRequest, "state">): number {
  return state.status === "approved" || state.status === "sending" ? state.timesNotSent : 0;
}

/** `R-142`, as people write it. */
export function numberOf({ number }: Pick<ChangeRequest, "number">): string {
  return `R-${number}`;
}

/** The Rail that belongs to a request, once one is known. */
export function railIdOf({ state }: Pick<ChangeRequest, "state">): string | undefined {
  switch (state.status) {
    case "created":
    case "verified":
    case "done":
      return state.railId;
    case "quarantined":
      return state.railIds[0];
    case "pending":
    case "approved":
    case "blocked":
    case "sending":
    case "unknown":
    case "needs-a-person":
    case "in-force":
    case "denied":
    case "withdrawn":
    case "expired":
    case "voided":
    case "failed":
      return undefined;
  }
}
