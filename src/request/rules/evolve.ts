import type { Lapsed } from "./approval/lapsed.ts";
import type {
  ChangeRequest,
  CreatedRail,
  MadeRail,
  RequestEvent,
  State,
  Status,
} from "./change-request.ts";
import { timesNotSent } from "./change-request.ts";

/** Applies one event. Total: every event is already known to be allowed. */
export function evolve(request: ChangeRequest, event: RequestEvent): ChangeRequest {
  const next = { ...request, version: request.version + 1 };
  const { at } = event;
  switch (event.type) {
    case "approval-given":
      return {
        ...next,
        approvals: [...request.approvals, { by: event.by, at, digest: event.digest }],
        ...(request.state.status === "pending" && {
          state: pending(lapsedIn(request.state).filter(({ by }) => by !== event.by)),
        }),
      };
    case "proven":
      return next;
    case "wrong-answer":
      return { ...next, wrongAnswers: { ...request.wrongAnswers, [event.by]: event.times } };
    case "approved":
      return {
        ...next,
        state: { status: "approved", since: at, timesNotSent: 0, because: null, nextTryAt: at },
      };
    case "approvals-lapsed":
      return {
        ...next,
        approvals: request.approvals.filter(({ by }) => !event.of.includes(by)),
        state: pending([...lapsedIn(request.state), ...lapsedBy(event)]),
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
    case "woken":
      return { ...next, state: dueAt(request.state, at) };
    case "not-sent":
      return {
        ...next,
        state: {
          status: "approved",
          since: at,
          timesNotSent: timesNotSent(request) + 1,
          because: event.because,
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
          failedLooks: 0,
          trouble: null,
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
          failedLooks: 0,
          trouble: null,
          nextLookAt: event.nextLookAt,
        },
      };
    case "look-failed":
      if (request.state.status !== "unknown") return next;
      return {
        ...next,
        state: {
          ...request.state,
          failedLooks: request.state.failedLooks + 1,
          trouble: event.because,
          nextLookAt: event.nextLookAt,
        },
      };
    case "gave-up":
      return {
        ...next,
        state: {
          status: "needs-a-person",
          since: at,
          question: event.question,
          because: event.because,
          candidates: event.candidates ?? [],
          made: madeRailOf(request.state),
          ...(request.state.status === "unknown" && { unknownSince: request.state.since }),
        },
      };
    case "voided":
      return {
        ...next,
        state: { status: "voided", at, because: event.because, made: madeRailOf(request.state) },
      };
    case "remedy-proposed":
      if (request.state.status !== "needs-a-person") return next;
      return {
        ...next,
        state: { ...request.state, remedy: { by: event.by, at, remedy: event.remedy } },
      };
    case "remedy-agreed": {
      const { state } = request;
      if (state.status !== "needs-a-person" || !state.remedy) return next;
      const agreed = [...(state.remedy.agreed ?? []), event.by];
      return { ...next, state: { ...state, remedy: { ...state.remedy, agreed } } };
    }
    case "released":
      return {
        ...next,
        expiresAt: event.expiresAt,
        state: { status: "approved", since: at, timesNotSent: 0, because: null, nextTryAt: at },
      };
    case "in-force":
      return {
        ...next,
        state: { status: "in-force", since: at, serviceId: event.serviceId },
      };
    case "set-up-changed":
      return { ...next, state: { status: "in-force", since: at, serviceId: null } };
    case "created":
    case "linked":
      return created(next, event);
    case "not-found-yet":
      return notFoundYet(next, event);
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
          unnamed: event.unnamed ?? 0,
          because: event.because ?? "differs",
          was: wasBefore(request.state),
          differences: event.differences,
        },
      };
    case "instructions-undeliverable":
      if (request.state.status !== "verified") return next;
      return { ...next, state: { ...request.state, isUndeliverable: true } };
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

function dueAt(state: State, at: string): State {
  if (state.status === "blocked") return { ...state, nextTryAt: at };
  return state.status === "unknown" ? { ...state, nextLookAt: at } : state;
}

function pending(lapsed: readonly Lapsed[]): State {
  return lapsed.length === 0 ? { status: "pending" } : { status: "pending", lapsed };
}

const lapsedIn = (state: State) => (state.status === "pending" ? (state.lapsed ?? []) : []);

function lapsedBy({
  of,
  because = {},
}: Extract<RequestEvent, { type: "approvals-lapsed" }>): Lapsed[] {
  return of.map((by) => ({ by, because: because[by] ?? "not-named" }));
}

/** What had come of a request before anything was wrong with its Rails. */
function wasBefore(state: State): Status | null {
  return state.status === "quarantined" ? state.was : state.status;
}

/** The Rail that is known to have been made, whether or not the service shows it; null where none is. */
export function madeRailOf(state: State): MadeRail | null {
  switch (state.status) {
    case "created":
    case "verified":
    case "done":
      return { railId: state.railId, issued: state.issued };
    case "unknown":
      return state.issued && { railId: null, issued: state.issued };
    case "needs-a-person":
    case "voided":
      return state.made;
    default:
      return null;
  }
}

/** Also of a Rail that was read back before: it is looked for again, and counts as created only. */
function notFoundYet(
  request: ChangeRequest,
  { at, nextLookAt }: { at: string; nextLookAt: string },
): ChangeRequest {
  const { state } = request;
  switch (state.status) {
    case "created":
      return {
        ...request,
        state: { ...state, timesNotFound: state.timesNotFound + 1, nextLookAt },
      };
    case "verified": {
      const { railId, issued } = state;
      return {
        ...request,
        state: { status: "created", since: at, railId, issued, timesNotFound: 1, nextLookAt },
      };
    }
    default:
      return request;
  }
}

function created(
  request: ChangeRequest,
  { at, railId, issued, nextLookAt }: CreatedRail & { at: string; nextLookAt: string },
): ChangeRequest {
  const state = {
    status: "created",
    since: at,
    railId,
    issued,
    timesNotFound: 0,
    nextLookAt,
  } as const;
  return { ...request, state };
}
