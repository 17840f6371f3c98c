import { begin } from "./ask.ts";
import type { Content, Stop } from "./content.ts";
import type { Entry } from "./entry.ts";
import type { Place, Request } from "./request.ts";
import { end } from "./step.ts";

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
  { content, ...made }: { content: Omit<Content, "change">; askedIn: Place; number: number },
): Stopped {
  const { by, at, reason } = stop;
  if (open?.requestedBy === by) return { replaced: null, resume: null, entries: [] };
  const before = open?.content.change.kind === "resume" ? open.content.change.stops : [];
  const change = { kind: "resume", stops: [...before, stop] } as const;
  const { next, entries } = begin({ ...made, content: { ...content, change }, by }, at, null);
  const { id: request, version } = next;
  const over = open && end(open, "replaced", { by, reason }, at);
  const frozen = {
    action: "frozen",
    by,
    request,
    version,
    attempt: null,
    facts: { reason },
  } as const;
  return {
    replaced: over?.next ?? null,
    resume: next,
    entries: [...(over?.entries ?? []), ...entries, frozen],
  };
}
