import { LIMITS } from "../blocks/limits.ts";
import { SlackError } from "../slack-error.ts";
import { secret } from "./ids.ts";

/** A late ticket is known as such for at least this long, so that memory does not grow for ever. */
const REMEMBERED_MS = 60 * 60_000;

/** The errors for a ticket that nobody has issued, that is too old, or used up. */
type Errors = readonly [unknown: string, late: string, used: string];

/** Secrets that stand for a value for a limited time, each for so many uses. */
export function createTickets<T>(now: () => number, validMs: number, errors: Errors, uses = 1) {
  const [unknown, late, used] = errors;
  // A Map keeps the order of arrival, so the oldest come first.
  const issued = new Map<string, { value: T; at: number; left: number }>();

  return {
    issue(value: T): string {
      for (const [old, { at }] of issued) {
        if (now() - at <= REMEMBERED_MS) break;
        issued.delete(old);
      }
      const ticket = secret();
      issued.set(ticket, { value, at: now(), left: uses });
      return ticket;
    },

    knows: (ticket: string): boolean => issued.has(ticket),

    /** Counts one use, unless `refuse` throws. Throws a `SlackError` with one of the errors. */
    use(ticket: string, refuse: (value: T) => void = () => {}): T {
      const found = issued.get(ticket);
      if (!found) throw new SlackError(unknown);
      if (found.left === 0) throw new SlackError(used);
      if (now() - found.at > validMs) throw new SlackError(late);
      refuse(found.value);
      found.left -= 1;
      return found.value;
    },
  };
}

/** A trigger_id stands for the person who acted. */
export const createTriggers = (now: () => number) =>
  createTickets<string>(now, LIMITS.triggerMs, [
    "invalid_trigger_id",
    "expired_trigger_id",
    "exchanged_trigger_id",
  ]);

/** A response_url answers to this place. */
export interface ResponseTarget {
  userId: string;
  channel: string;
  threadTs?: string | undefined;
  /** The message whose button was pressed; a slash command has none. */
  messageTs?: string | undefined;
}

export const createResponseUrls = (now: () => number) =>
  createTickets<ResponseTarget>(
    now,
    LIMITS.responseUrlMs,
    ["no_such_url", "expired_url", "used_url"],
    LIMITS.responseUrlUses,
  );
