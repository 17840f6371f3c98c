import { begin } from "./ask.ts";
import type { Content, Stop } from "./content.ts";
import { end } from "./ends.ts";
import type { Entry } from "./entry.ts";
import type { Place, Request } from "./request.ts";

export interface Stopped {
  /** The open `resume` of another person's freeze, closed as replaced; null if there was none. */
  replaced: Request | null;
  /** The new `resume` request; null where this person's own is open already. */
  resume: Request | null;
  entries: readonly Entry[];
}

/**
 * Anyone of the team stops all sending; the caller has asked `may.ts`. There is one open `resume`:
 * another person's freeze replaces it with all reasons, so earlier agreements are gone. The same
 * person's changes nothing, or one person could hold up resuming for ever by repeating it.
 */
export function freeze(
  open: Request | null,
  stop: Stop,
  made: { content: Omit<Content, "change">; askedIn: Place; number: number },
): Stopped {
  if (open?.requestedBy === stop.by) return { replaced: null, resume: null, entries: [] };
  const before = open?.content.change.kind === "resume" ? open.content.change.stops : [];
  const content: Content = {
    ...made.content,
    change: { kind: "resume", stops: [...before, stop] },
  };
  const { askedIn, number } = made;
  const begun = begin({ content, by: stop.by, askedIn, number }, stop.at, null);
  const over = open && end(open, "replaced", { by: stop.by, reason: stop.reason }, stop.at);
  if (!begun.ok || (over && !over.ok)) throw new Error("A freeze is never refused");
  const { next } = begun;
  const frozen: Entry = {
    action: "frozen",
    by: stop.by,
    request: next.id,
    version: next.version,
    attempt: null,
    facts: { reason: stop.reason },
  };
  return {
    replaced: over?.next ?? null,
    resume: next,
    entries: [...(over?.entries ?? []), ...begun.entries, frozen],
  };
}
