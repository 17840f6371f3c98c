import type { Around } from "./around.ts";
import { later, nextLook, nextRead, nextTry, TAKE } from "./pauses.ts";
import type { Because, Request, Result } from "./request.ts";

/**
 * When something is next to be done about a request, ISO 8601; null if nothing ever is. The state
 * is the queue: there is no job beside it. What other events wake (a finished walk, a new token,
 * the end of a freeze) is also looked at now and then, so that a lost wake-up costs a minute and
 * not for ever.
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
      return isStillFilling(state.result) ? nextLook(state.at, now) : null;
    case "stuck":
      return later(now, STUCK_SECONDS);
    case "closed":
      return null;
  }
}

/** The mirror's walks wake it too. */
const STUCK_SECONDS = 600;

const WAITS: Readonly<Record<Exclude<Because, "not-sent" | "token">, number>> = {
  "cool-down": 60,
  "not-listed": 60,
  frozen: 60,
  people: 5,
  look: 10,
};

function waitFor(because: Because, { attempts }: Request, now: string): string {
  if (because === "not-sent" || because === "token") return nextTry(now, attempts.length);
  return later(now, WAITS[because]);
}

/** Whether people cannot pay in yet: that takes an IBAN and its reference, or an address. */
function isStillFilling(result: Result | null): boolean {
  if (!result || !("issued" in result)) return false;
  const { source } = result.issued;
  if (source.kind === "crypto") return source.wallet.address === "";
  return !source.bankAccount.iban || !source.bankAccount.reference;
}
