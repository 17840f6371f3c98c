import { isUsableId, type Rail } from "../../platform/rail-api/rail.ts";
import type { Around, Sighting } from "./around.ts";
import { attest, fill } from "./attest.ts";
import { isOfKind } from "./content.ts";
import { createdAs, end, stick } from "./ends.ts";
import { judgeLook } from "./look.ts";
import { LOOK_FOR, later, READS } from "./pauses.ts";
import { type Request, SIGNALBOX, wasSent } from "./request.ts";
import { advanceTo, followedBy, refuse, type Step, stay } from "./step.ts";

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
 * Writes down how an attempt ended. It changes only its own attempt; a late answer still counts as
 * long as we look.
 */
export function record(request: Request, attempt: string, outcome: Outcome, { now }: Around): Step {
  const { state } = request;
  const isOwn = state.is === "sending" && state.attempt === attempt;
  const isLate =
    (state.is === "unknown" || state.is === "stuck") && request.attempts.at(-1) === attempt;
  const isAnswer = outcome.is === "rail" || outcome.is === "destination";
  if (!isOwn && !(isLate && isAnswer)) return refuse({ is: "not-possible" });
  const ended = { ...request, attemptEndedAt: now };
  switch (outcome.is) {
    case "rail":
      return recordRail(ended, attempt, outcome, now);
    case "destination":
      return recordDestination(ended, attempt, outcome, now);
    case "not-created": {
      const { because, said } = outcome;
      if (because === "invalid") return end(ended, "refused", { by: SIGNALBOX, reason: said }, now);
      return advanceTo(
        ended,
        { state: { is: "ready", because: "token" } },
        { action: "not-created", by: SIGNALBOX, attempt, facts: { because } },
      );
    }
    case "not-sent":
      return advanceTo(
        ended,
        { state: { is: "ready", because: "not-sent" } },
        { action: "not-sent", by: SIGNALBOX, attempt },
      );
    case "unknown":
      return recordUnknown(ended, attempt, now);
  }
}

function recordUnknown(request: Request, attempt: string, now: string): Step {
  if (!isOfKind(request.content, "create-rail")) return stick(request, "no-answer", [], now);
  return advanceTo(
    request,
    { state: { is: "unknown", attempt, since: now } },
    { action: "unknown", by: SIGNALBOX, attempt },
  );
}

function recordRail(
  request: Request,
  attempt: string,
  { rail, key, isKnown }: Extract<Outcome, { is: "rail" }>,
  now: string,
): Step {
  if (isKnown || request.ruledOut.includes(key)) return stick(request, "known", [key], now);
  const { id } = rail;
  // It exists, under an id that nobody can ask for: its tag may still find it with one.
  if (!isUsableId(id)) return recordUnknown(request, attempt, now);
  return createdAs(request, { railId: id, rail, attempt }, now);
}

function recordDestination(
  request: Request,
  attempt: string,
  { serviceId, isApproved }: Extract<Outcome, { is: "destination" }>,
  now: string,
): Step {
  if (!isApproved) return stick(request, "known", [], now);
  if (!isUsableId(serviceId)) return stick(request, "no-answer", [], now);
  return advanceTo(
    request,
    { state: { is: "done", at: now, result: { serviceId } } },
    { action: "registered", by: SIGNALBOX, attempt, facts: { serviceId } },
  );
}

/**
 * An attempt that a restored database has forgotten, and that this process knows: its POST may have
 * taken effect, so the request may not be sent again before somebody looked. Where nothing was made
 * there is nothing to recall.
 */
export function recall(request: Request, attempt: string, outcome: Outcome, around: Around): Step {
  const { attempts, state } = request;
  const isOpen = state.is === "pending" || state.is === "ready";
  const isNothing = outcome.is === "not-sent" || outcome.is === "not-created";
  if (attempts.includes(attempt) || !isOpen || isNothing) return stay(request);
  const claimed = advanceTo(
    request,
    { attempts: [...attempts, attempt], state: { is: "sending", attempt, since: around.now } },
    { action: "sending", by: SIGNALBOX, attempt, facts: { isRecalled: true } },
  );
  return followedBy(claimed, (next) => record(next, attempt, outcome, around));
}

/** A worker that finds `sending` under a take of its own did not see the outcome. */
export function interrupt(request: Request, around: Around): Step {
  const { state } = request;
  return state.is === "sending"
    ? record(request, state.attempt, { is: "unknown" }, around)
    : stay(request);
}

/**
 * What a walk shows about a request whose POST may have taken effect, or that no walk was complete
 * (`look` is null).
 */
export function applyLook(request: Request, { now, look }: Around): Step {
  const { state } = request;
  if (state.is !== "unknown" && state.is !== "stuck") return refuse({ is: "not-possible" });
  if (!wasSent(request) || !isOfKind(request.content, "create-rail")) return stay(request);
  const finding = look ? judgeLook(request, look, false) : ({ is: "clean" } as const);
  switch (finding.is) {
    case "found":
      return foundByTag(request, finding.rails[0], now);
    case "same-route":
      return asIfAsked(request, "same-route", finding.keys, now);
    case "clean":
      if (state.is === "stuck" || now < later(state.since, LOOK_FOR)) return stay(request);
      return stick(request, "not-found", [], now);
  }
}

/**
 * Our tag names the Rail of a request that was sent, unless it belongs to another request or people
 * ruled it out.
 */
export function foundByTag(request: Request, { rail, key, owner }: Sighting, now: string): Step {
  const { state, id, ruledOut } = request;
  if (state.is === "stuck" && state.question === "known") return stay(request);
  // Reading it back would only lead to the same question again.
  if (state.is === "stuck" && state.question === "not-shown" && isUnclear(request, rail)) {
    return stay(request);
  }
  if (!isUsableId(rail.id)) return asIfAsked(request, "no-id", [key], now);
  const isElsewhere = owner !== null && owner !== id;
  if (isElsewhere || ruledOut.includes(key)) return asIfAsked(request, "known", [key], now);
  return createdAs(request, { railId: rail.id, rail, attempt: null }, now);
}

/** Whether it shows too little for telling whether it is the approved one. */
function isUnclear({ content, id: request, digest }: Request, shown: Rail): boolean {
  const seen = { railId: shown.id ?? "", issued: null };
  return (
    isOfKind(content, "create-rail") &&
    attest({ change: content.change, request, digest }, seen, shown).is === "unclear"
  );
}

/** Asks the question, unless the same one is open already. */
function asIfAsked(
  request: Request,
  question: "same-route" | "no-id" | "known",
  keys: readonly string[],
  now: string,
): Step {
  const { state } = request;
  if (state.is !== "stuck") return stick(request, question, keys, now);
  const isSame = state.question === question && keys.every((key) => state.railKeys.includes(key));
  const isAnswerable = state.question === "not-found" || state.question === "same-route";
  return isSame || !isAnswerable ? stay(request) : stick(request, question, keys, now);
}

/**
 * One reading of a created Rail by its id; `shown` is null where the service says that there is
 * none.
 */
export function readBack(request: Request, shown: Rail | null, { now }: Around): Step {
  const { state, content, digest } = request;
  if (state.is !== "created" || !isOfKind(content, "create-rail")) {
    return refuse({ is: "not-possible" });
  }
  const { railId, issued } = state;
  const { change } = content;
  const attested =
    shown === null
      ? ({ is: "unclear" } as const)
      : attest({ change, request: request.id, digest }, { railId, issued }, shown);
  if (shown === null || attested.is === "unclear") {
    const reads = state.reads + 1;
    if (reads >= READS) return stick(request, "not-shown", [railId], now);
    const facts = { isShown: shown !== null, reads };
    const deed = { action: "read-back", by: SIGNALBOX, facts } as const;
    return advanceTo(request, { state: { ...state, reads } }, deed);
  }
  const differences = attested.is === "differs" ? attested.fields : [];
  const matched = attested.is === "equal";
  const result = { railId, issued: fill(issued, shown), matched, differences };
  return advanceTo(
    request,
    { state: { is: "done", at: now, result } },
    { action: "read-back", by: SIGNALBOX, facts: { matched, differences } },
  );
}

/**
 * Writes what the service left empty at first into what was issued: nothing of a Rail that differs,
 * or is another.
 */
export function fillIn(request: Request, shown: Rail): Step {
  const { state, content, digest } = request;
  if (state.is !== "done" || !state.result || !("issued" in state.result)) {
    return refuse({ is: "not-possible" });
  }
  const { result } = state;
  if (!isOfKind(content, "create-rail")) return refuse({ is: "not-possible" });
  const approved = { change: content.change, request: request.id, digest };
  if (attest(approved, result, shown).is === "differs") return stay(request);
  const issued = fill(result.issued, shown);
  if (issued === result.issued) return stay(request);
  return advanceTo(
    request,
    { state: { ...state, result: { ...result, issued } } },
    { action: "filled", by: SIGNALBOX },
  );
}
