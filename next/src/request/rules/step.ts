import type { Action, Entry, Facts, Forces } from "./entry.ts";
import type { Refusal } from "./refusal.ts";
import type { Request } from "./request.ts";

/**
 * What a transition makes of a request: the next one with its audit entries, or the reason why not.
 */
export type Step =
  | { ok: true; next: Request; entries: readonly Entry[] }
  | { ok: false; because: Refusal };

export const refuse = (because: Refusal): Step => ({ ok: false, because });

/** Nothing changes: no version, no entry. */
export const stay = (request: Request): Step => ({ ok: true, next: request, entries: [] });

interface Deed {
  action: Action;
  by: string;
  facts?: Facts;
  attempt?: string | null;
}

/** The next version of a request, with the one entry that says how it came about. */
export function advanceTo(request: Request, changes: Partial<Request>, deed: Deed): Step {
  const next = { ...request, ...changes, version: request.version + 1 };
  const { action, by, facts = {}, attempt = null } = deed;
  const entry = { action, by, request: next.id, version: next.version, attempt, facts };
  return { ok: true, next, entries: [entry] };
}

/**
 * A second transition right behind the first, saved together. A refusal of the second leaves the
 * first.
 */
export function followedBy(first: Step, second: (request: Request) => Step): Step {
  if (!first.ok) return first;
  const then = second(first.next);
  return then.ok ? { ...then, entries: [...first.entries, ...then.entries] } : first;
}

/** What is in force after these entries. */
export function forcesAfter(entries: readonly Entry[], before: Forces): Forces {
  let { settings, frozen } = before;
  for (const { action, request, facts } of entries) {
    if (action === "frozen") frozen = request;
    if (action === "resumed") frozen = null;
    if (action === "settings") settings = Number(facts.version);
  }
  return { settings, frozen };
}
