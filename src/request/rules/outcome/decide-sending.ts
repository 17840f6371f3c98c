import type {
  ChangeRequest,
  LookTrouble,
  NotSentBecause,
  State,
  UnknownBecause,
} from "../change-request.ts";
import { isRailRequest, isSetupRequest, timesNotSent, waitsForToken } from "../change-request.ts";
import { claim } from "../decide-claim.ts";
import { recordWhitelisted } from "../decide-destination.ts";
import type { Circumstances, Decision } from "../decision.ts";
import { accept, isOutdated, refuse } from "../decision.ts";
import { isReleased } from "../status.ts";
import { recordCreated } from "./decide-found.ts";
import type { Outcome } from "./outcome.ts";
import { laterThan, lookAfter, mostFailedLooks, TOKEN_PAUSE } from "./pauses.ts";

export type SendingCommand =
  /** `lookedAt`: the version in which it was read and looked for at the service; a later version is not judged by it. */
  | { type: "claim"; lookedAt?: number }
  | { type: "interrupted" }
  | { type: "record"; attempt: number; outcome: Outcome }
  /** Before a POST nothing was sent; after a POST of unknown outcome nothing was learned. */
  | { type: "could-not-look"; because: LookTrouble; lookedAt?: number }
  /** Another token is kept: a request that lacked one need not wait for its next try. */
  | { type: "wake" };

export function decideSending(
  command: SendingCommand,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  switch (command.type) {
    case "claim":
      // A change of the set-up never sends anything.
      if (isSetupRequest(request) || isOutdated(command.lookedAt, request))
        return refuse("not-now");
      return claim(request, around);
    case "interrupted":
      // A worker that finds `sending` did not make the claim: it missed the outcome.
      if (request.state.status !== "sending") return refuse("not-now");
      return outcomeUnknown("interrupted", request, around);
    case "record":
      return record(command, request, around);
    case "could-not-look":
      if (isOutdated(command.lookedAt, request)) return refuse("not-now");
      return couldNotLook(command, request, around);
    case "wake":
      return waitsForToken(request) ? accept(around, { type: "woken" }) : refuse("not-now");
  }
}

function record(
  { attempt, outcome }: Extract<SendingCommand, { type: "record" }>,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  if (outcome.type === "created") {
    return isRailRequest(request)
      ? recordCreated(outcome.rail, attempt, request, around)
      : refuse("not-now");
  }
  if (outcome.type === "whitelisted") return recordWhitelisted(outcome, attempt, request, around);
  const { state } = request;
  // It also answers a person who was already asked whether it was done.
  const isOpen =
    state.status === "sending" ||
    state.status === "unknown" ||
    (state.status === "needs-a-person" && state.question === "outcome");
  if (!isOpen || attempt !== request.attempt) return refuse("not-now");
  switch (outcome.type) {
    case "refused":
      return accept(around, { ...outcome, type: "refused" });
    case "unauthenticated":
      return blocked(around);
    case "not-sent":
      return notSent(outcome.because, request, around);
    case "unknown":
      if (state.status !== "sending") return refuse("not-now");
      return outcomeUnknown("no-clear-answer", request, around);
  }
}

/** A tag finds a Rail. No list shows wallets and bank accounts: only a person can find out. */
function outcomeUnknown(
  because: Exclude<UnknownBecause, "no-id">,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  if (isRailRequest(request)) {
    const nextLookAt = lookAfter(around, 0);
    return accept(around, { type: "outcome-unknown", because, nextLookAt, issued: null });
  }
  return accept(around, {
    type: "gave-up",
    question: "outcome",
    because: WHITELISTING_UNKNOWN[because],
  });
}

const WHITELISTING_UNKNOWN = {
  "no-clear-answer":
    "The Rail service gave no clear answer when it was asked to whitelist this. It may have done so; its interface lists neither wallets nor bank accounts, so look it up at the service.",
  interrupted:
    "Signalbox was interrupted while it asked the Rail service to whitelist this. The service may have done so; its interface lists neither wallets nor bank accounts, so look it up at the service.",
} as const;

function couldNotLook(
  { because }: Extract<SendingCommand, { type: "could-not-look" }>,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  const { state } = request;
  if (state.status === "unknown") return lookFailed(because, state, around);
  if (!isReleased(state)) return refuse("not-now");
  if (around.now >= request.expiresAt) return accept(around, { type: "expired" });
  return because === "token-refused" ? blocked(around) : notSent(because, request, around);
}

/** Looks again, for about a day. */
function lookFailed(
  because: LookTrouble,
  { failedLooks: before, issued }: Extract<State, { status: "unknown" }>,
  around: Circumstances,
): Decision {
  return before + 1 >= mostFailedLooks(around)
    ? accept(around, {
        type: "gave-up",
        // A Rail known to have been made only lacks its id.
        question: issued ? "no-id" : "outcome",
        because: issued
          ? `The service said that it created the Rail, without a usable id for it, and could not be looked at since: ${TROUBLE[because]}. It exists.`
          : `The service gave no clear answer when the Rail was requested, and could not be checked since: ${TROUBLE[because]}. The Rail may exist.`,
      })
    : accept(around, { type: "look-failed", because, nextLookAt: laterThan(around, before) });
}

const TROUBLE: Record<LookTrouble, string> = {
  "token-refused": "it refuses the token",
  unreachable: "it cannot be reached",
  incomplete: "it does not show all the Rails that it has",
};

function blocked(around: Circumstances): Decision {
  return accept(around, { type: "blocked", nextTryAt: laterThan(around, TOKEN_PAUSE) });
}

function notSent(because: NotSentBecause, request: ChangeRequest, around: Circumstances): Decision {
  // The freeze holds it up; a pause would only delay it after the freeze.
  const nextTryAt = because === "frozen" ? around.now : laterThan(around, timesNotSent(request));
  return accept(around, { type: "not-sent", because, nextTryAt });
}
