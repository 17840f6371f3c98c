import { isUsableId, type Rail } from "../../platform/rail-api/rail.ts";
import type { Around } from "./around.ts";
import { attest, fill } from "./attest.ts";
import { isOfKind } from "./content.ts";
import { READS } from "./pauses.ts";
import { issuedRail, type Request, SIGNALBOX } from "./request.ts";
import { advanceTo, createdAs, end, followedBy, refuse, type Step, stay, stick } from "./step.ts";

/** How a POST ended, as far as anybody can know. */
export type Outcome =
  /** `isKnown`: this Rail belongs to a request, or was seen before the claim. */
  | { is: "rail"; rail: Rail; key: string; isKnown: boolean }
  /** `isApproved`: the answer shows what was sent, and its id names nothing else. */
  | { is: "destination"; serviceId: string | null; isApproved: boolean }
  | { is: "not-created"; because: "token" | "invalid"; said: string }
  /** No connection was ever opened. */
  | { is: "not-sent" }
  | { is: "unknown" };

/**
 * Writes down how an attempt ended. It changes only its own attempt; a late answer still counts
 * until the request is sent again, also while people approve that.
 */
export function record(request: Request, attempt: string, outcome: Outcome, { now }: Around): Step {
  const { state, ruledOut } = request;
  const isOwn = state.is === "sending" && state.attempt === attempt;
  const isLate = !hasEnded(request) && request.attempts.at(-1) === attempt;
  const isAnswer = outcome.is === "rail" || outcome.is === "destination";
  if (!isOwn && !(isLate && isAnswer)) return refuse({ is: "not-possible" });
  const ended = { ...request, attemptEndedAt: now };
  switch (outcome.is) {
    case "rail": {
      const { rail, key, isKnown } = outcome;
      if (isKnown || ruledOut.includes(key)) return stick(ended, "known", [key], now);
      // It exists, under an id that nobody can ask for: its tag may still find it with one.
      if (!isUsableId(rail.id)) return recordUnknown(ended, attempt, now);
      const state = createdAs(rail.id, rail, now);
      return advanceTo(ended, state, "created", { railId: rail.id }, { attempt });
    }
    case "destination": {
      const { serviceId, isApproved } = outcome;
      if (!isApproved) return stick(ended, "known", [], now);
      if (!isUsableId(serviceId)) return recordUnknown(ended, attempt, now);
      const done = { is: "done", at: now, result: { serviceId } } as const;
      return advanceTo(ended, done, "registered", { serviceId }, { attempt });
    }
    case "not-created": {
      const { because, said } = outcome;
      if (because === "invalid") return end(ended, "refused", { by: SIGNALBOX, reason: said }, now);
      return advanceTo(ended, { is: "ready", because }, "not-created", { because }, { attempt });
    }
    case "not-sent":
      return advanceTo(ended, { is: "ready", because: "not-sent" }, "not-sent", {}, { attempt });
    case "unknown":
      return recordUnknown(ended, attempt, now);
  }
}

const hasEnded = ({ state }: Request) => /^(created|done|closed)$/.test(state.is);

/** Nothing lists destinations, so that people are asked at once. */
function recordUnknown(request: Request, attempt: string, since: string): Step {
  if (!isOfKind(request.content, "create-rail")) return stick(request, "no-answer", [], since);
  return advanceTo(request, { is: "unknown", attempt, since }, "unknown", {}, { attempt });
}

/** A worker that finds `sending` under a take of its own did not see the outcome. */
export function interrupt(request: Request, around: Around): Step {
  const { state } = request;
  if (state.is !== "sending") return stay(request);
  return record(request, state.attempt, { is: "unknown" }, around);
}

/**
 * An attempt that a restored database has forgotten, and that this process knows: its POST may have
 * taken effect, so the request may not be sent again before somebody looked. Where nothing was made
 * there is nothing to recall.
 */
export function recall(request: Request, attempt: string, outcome: Outcome, around: Around): Step {
  const { attempts } = request;
  const isNothing = outcome.is === "not-sent" || outcome.is === "not-created";
  if (hasEnded(request) || isNothing) return stay(request);
  if (attempts.includes(attempt)) {
    // The freeze has just recalled it, before its answer came.
    return outcome.is === "unknown" ? stay(request) : record(request, attempt, outcome, around);
  }
  const recalled = { ...request, attempts: [...attempts, attempt] };
  const sending = { is: "sending", attempt, since: around.now } as const;
  const claimed = advanceTo(recalled, sending, "sending", { isRecalled: true }, { attempt });
  return followedBy(claimed, record(claimed.next, attempt, outcome, around));
}

/** One reading of a created Rail by its id; null where the service says that there is none. */
export function readBack(request: Request, shown: Rail | null, { now }: Around): Step {
  const { state } = request;
  if (state.is !== "created") return refuse({ is: "not-possible" });
  const { railId, issued } = state;
  const attested = shown && attest(request, state, shown);
  if (!shown || !attested || attested.is === "unclear") {
    const reads = state.reads + 1;
    // What was shown of it once is held against whatever is shown later.
    if (reads >= READS) return stick(request, "not-shown", [railId], now, { issued });
    const facts = { isShown: shown !== null, reads };
    return advanceTo(request, { ...state, reads }, "read-back", facts);
  }
  const differences = attested.is === "differs" ? attested.fields : [];
  const matched = attested.is === "equal";
  const result = { railId, issued: matched ? fill(issued, shown) : issued, matched, differences };
  const done = { is: "done", at: now, result } as const;
  return advanceTo(request, done, "read-back", { matched, differences });
}

/** Writes what the service left empty at first into what was issued, of a Rail that is equal. */
export function fillIn(request: Request, shown: Rail): Step {
  const { state } = request;
  const result = issuedRail(request);
  if (!result || state.is !== "done") return refuse({ is: "not-possible" });
  if (attest(request, result, shown).is !== "equal") return stay(request);
  const issued = fill(result.issued, shown);
  if (issued === result.issued) return stay(request);
  return advanceTo(request, { ...state, result: { ...result, issued } }, "filled");
}
