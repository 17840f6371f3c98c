import type { Lapsed } from "./approval/lapsed.ts";
import type { ChangeRequest, MadeRail, State } from "./change-request.ts";
import { timesNotSent } from "./change-request.ts";
import type { RequestEvent } from "./request-event.ts";

/** Applies one event. Total: every event was allowed before. */
export function evolve(request: ChangeRequest, event: RequestEvent): ChangeRequest {
  return { ...request, version: request.version + 1, ...changed(request, event) };
}

function changed(request: ChangeRequest, event: RequestEvent): Partial<ChangeRequest> {
  const { state } = request;
  const { at } = event;
  switch (event.type) {
    case "approval-given": {
      const approvals = [...request.approvals, { by: event.by, at, digest: event.digest }];
      if (state.status !== "pending") return { approvals };
      return { approvals, state: pending(lapsedIn(state).filter(({ by }) => by !== event.by)) };
    }
    case "proven":
    case "question-asked":
      return {};
    case "wrong-answer":
      return { wrongAnswers: { ...request.wrongAnswers, [event.by]: event.times } };
    case "case-slip":
      return { caseSlips: { ...request.caseSlips, [event.by]: event.times } };
    case "approved":
      return { state: approved(at) };
    case "approvals-lapsed":
      return {
        approvals: request.approvals.filter(({ by }) => !event.of.includes(by)),
        state: pending([...lapsedIn(state), ...lapsedBy(event)]),
      };
    case "denied":
      return { state: { status: "denied", at, by: event.by, reason: event.reason } };
    case "withdrawn":
      return { state: { status: "withdrawn", at, by: event.by } };
    case "expired":
      return { state: { status: "expired", at } };
    case "sending-started":
      return {
        attempt: event.attempt,
        state: { status: "sending", since: at, timesNotSent: timesNotSent(request) },
      };
    case "blocked":
      return { state: { status: "blocked", since: at, nextTryAt: event.nextTryAt } };
    case "woken":
      return { state: dueAt(state, at) };
    case "not-sent": {
      const { because, nextTryAt } = event;
      const times = timesNotSent(request) + 1;
      return { state: { ...approved(at), timesNotSent: times, because, nextTryAt } };
    }
    case "refused": {
      const { message, fieldErrors } = event;
      return { state: { status: "failed", at, message, fieldErrors } };
    }
    case "outcome-unknown": {
      const { because, nextLookAt, issued } = event;
      const looks = { cleanScans: 0, failedLooks: 0, trouble: null, nextLookAt };
      return { state: { status: "unknown", since: at, because, ...looks, issued } };
    }
    case "scanned-clean": {
      if (state.status !== "unknown") return {};
      const { nextLookAt } = event;
      const cleanScans = state.cleanScans + 1;
      return { state: { ...state, cleanScans, failedLooks: 0, trouble: null, nextLookAt } };
    }
    case "look-failed": {
      if (state.status !== "unknown") return {};
      const { because: trouble, nextLookAt } = event;
      return { state: { ...state, failedLooks: state.failedLooks + 1, trouble, nextLookAt } };
    }
    case "gave-up": {
      const { question, because, candidates = [] } = event;
      return {
        state: {
          status: "needs-a-person",
          since: at,
          question,
          because,
          candidates,
          made: madeRailOf(state),
          ...(state.status === "unknown" && { unknownSince: state.since }),
        },
      };
    }
    case "voided":
      return {
        state: { status: "voided", at, because: event.because, made: madeRailOf(state) },
      };
    case "remedy-proposed":
      if (state.status !== "needs-a-person") return {};
      return { state: { ...state, remedy: { by: event.by, at, remedy: event.remedy } } };
    case "remedy-agreed": {
      if (state.status !== "needs-a-person" || !state.remedy) return {};
      const agreed = [...(state.remedy.agreed ?? []), event.by];
      return { state: { ...state, remedy: { ...state.remedy, agreed } } };
    }
    case "released":
      return { expiresAt: event.expiresAt, state: approved(at) };
    case "in-force":
    case "rail-adopted":
      return { state: { status: "in-force", since: at, serviceId: event.serviceId } };
    case "set-up-changed":
    case "dispute-ended":
      return { state: { status: "in-force", since: at, serviceId: null } };
    case "created":
    case "linked": {
      const { railId, issued, nextLookAt } = event;
      return {
        state: { status: "created", since: at, railId, issued, timesNotFound: 0, nextLookAt },
      };
    }
    case "not-found-yet":
      return notFoundYet(state, event);
    case "verified": {
      if (state.status !== "created") return {};
      const { railId, issued } = state;
      return { state: { status: "verified", since: at, railId, issued } };
    }
    case "quarantined": {
      const { railIds, unnamed = 0, because = "differs", differences } = event;
      // The status before anything was wrong with its Rails.
      const was = state.status === "quarantined" ? state.was : state.status;
      return {
        state: { status: "quarantined", since: at, railIds, unnamed, because, was, differences },
      };
    }
    case "instructions-undeliverable":
      if (state.status !== "verified") return {};
      return { state: { ...state, isUndeliverable: true } };
    case "instructions-posted": {
      if (state.status !== "verified") return {};
      const { railId, issued } = state;
      return { state: { status: "done", since: at, railId, issued } };
    }
  }
}

const approved = (at: string) =>
  ({ status: "approved", since: at, timesNotSent: 0, because: null, nextTryAt: at }) as const;

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

/** The Rail known to have been made, whether or not the service shows it; null if there is none. */
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

/** A Rail that was read back before is looked for again, and only counts as created. */
function notFoundYet(
  state: State,
  { at, nextLookAt }: { at: string; nextLookAt: string },
): Partial<ChangeRequest> {
  if (state.status === "created") {
    return { state: { ...state, timesNotFound: state.timesNotFound + 1, nextLookAt } };
  }
  if (state.status !== "verified") return {};
  const { railId, issued } = state;
  return {
    state: { status: "created", since: at, railId, issued, timesNotFound: 1, nextLookAt },
  };
}
