import { entryPointOf } from "../../platform/rail-api/rail.ts";
import type { Around } from "./around.ts";
import { type Because, issuedRail, type Request } from "./request.ts";

/** Seconds after an unclear POST at which we look, and after a creation at which we read it. */
const LOOKS = [1, 10, 60, 240, 600] as const;

/** People are asked about a POST whose Rail was not found for so many seconds. */
export const LOOK_FOR = 600;

/** A Rail that reading back does not show after this many reads is a question for people. */
export const READS = 5;

/** *Approve again* opens so many seconds after an attempt: what took effect late shows by then. */
export const AGAIN_AFTER = 3_600;

/** How long a take lasts unless it is extended, in seconds. */
export const TAKE = 6;

/** The next look after an attempt ended at `since`; null when it is time to ask people. */
export function nextLook(since: string, now: string): string | null {
  return LOOKS.map((seconds) => later(since, seconds)).find((time) => time > now) ?? null;
}

/** The look that was due last, by the same pauses; null before the first. */
export function lastLook(since: string, now: string): string | null {
  return LOOKS.map((seconds) => later(since, seconds)).findLast((time) => time <= now) ?? null;
}

/** The next read of a Rail created at `since`, after `reads` fruitless ones. */
export function nextRead(since: string, reads: number): string {
  return later(since, reads === 0 ? 0 : (LOOKS[reads - 1] ?? LOOK_FOR));
}

export function later(time: string, seconds: number): string {
  return new Date(Date.parse(time) + seconds * 1_000).toISOString();
}

/**
 * When something is next to be done about a request; null if nothing ever is. The state is the
 * queue: there is no job beside it. What other events wake (a finished walk, a new token, the end
 * of a freeze) is also looked at now and then: a lost wake-up costs a minute and not for ever.
 */
export function dueAt(
  request: Request,
  { now, obstacle }: Pick<Around, "now" | "obstacle">,
): string | null {
  const { state, expiresAt } = request;
  switch (state.is) {
    case "pending":
      return expiresAt;
    case "ready": {
      const again = state.because === null ? now : waitFor(state.because, request, now);
      const until = state.because === "cool-down" ? (obstacle?.until ?? again) : again;
      return expiresAt !== null && expiresAt < until ? expiresAt : until;
    }
    case "sending":
      return later(now, TAKE);
    case "unknown":
      return nextLook(state.since, now) ?? now;
    case "created":
      return nextRead(state.since, state.reads);
    case "done":
      return isStillFilling(request) ? nextLook(state.at, now) : null;
    case "stuck":
      // The mirror's walks wake it too.
      return later(now, 600);
    case "closed":
      return null;
  }
}

/** Seconds between tries of what was not sent, by the attempts so far; then each hour. */
const TRIES = [5, 5, 30, 120, 600] as const;
const WAITS: Partial<Record<Because, number>> = { people: 5, look: 10 };

function waitFor(because: Because, { attempts }: Request, now: string): string {
  const isTried = because === "not-sent" || because === "token";
  return later(now, isTried ? (TRIES[attempts.length] ?? 3_600) : (WAITS[because] ?? 60));
}

/** Whether people cannot pay in yet: that takes an IBAN and its reference, or an address. */
function isStillFilling(request: Request): boolean {
  const rail = issuedRail(request);
  if (!rail) return false;
  const { source } = rail.issued;
  return !entryPointOf({ source }) || (source.kind === "fiat" && !source.bankAccount.reference);
}
