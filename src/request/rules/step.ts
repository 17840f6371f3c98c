import type { Rail } from "../../platform/rail-api/rail.ts";
import type { Action, Entry, Facts, Forces } from "./entry.ts";
import type { Refusal } from "./refusal.ts";
import type { Because, Closing, Question, Request, State } from "./request.ts";
import { SIGNALBOX } from "./request.ts";

/** The next version of a request, with the audit entries that say how it came about. */
export interface Taken {
  ok: true;
  next: Request;
  entries: readonly Entry[];
}

/** What a transition makes of a request, or the reason why not. */
export type Step = Taken | { ok: false; because: Refusal };

export const refuse = (because: Refusal): Step => ({ ok: false, because });

/** Nothing changes: no version, no entry. */
export const stay = (request: Request): Taken => ({ ok: true, next: request, entries: [] });

/** One step, with its one entry; by Signalbox itself where no person is given. */
export function advanceTo(
  request: Request,
  state: State,
  action: Action,
  facts: Facts = {},
  { by = SIGNALBOX, attempt = null }: Partial<Pick<Entry, "by" | "attempt">> = {},
): Taken {
  const next = { ...request, state, version: request.version + 1 };
  const entry = { action, by, request: next.id, version: next.version, attempt, facts };
  return { ok: true, next, entries: [entry] };
}

/** Two steps that are saved together. A refusal of the second leaves the first. */
export function followedBy(first: Taken, second: Step): Taken {
  return second.ok ? { ...second, entries: [...first.entries, ...second.entries] } : first;
}

/** Who decided, and what they said of it. */
export interface Said {
  by: string;
  reason: string;
}

/** Closes a request for good. */
export function end(request: Request, how: Closing, { by, reason }: Said, at: string): Taken {
  return advanceTo(request, { is: "closed", how, by, at, reason }, how, { reason }, { by });
}

/** Agreed and waiting; nothing changes where it waits for the same already. */
export function waitFor(request: Request, because: Because): Taken {
  if (request.state.is === "ready" && request.state.because === because) return stay(request);
  return advanceTo(request, { is: "ready", because }, "waiting", { because });
}

/** People have to answer a question. */
export function stick(
  request: Request,
  question: Question,
  railKeys: readonly string[],
  since: string,
  seen: { issued?: Rail } = {},
): Taken {
  const state: State = { is: "stuck", question, railKeys, since, ...seen };
  return advanceTo(request, state, "stuck", { question, railKeys });
}

/** There is a Rail: it waits to be read back. */
export function createdAs(railId: string, issued: Rail, since: string): State {
  return { is: "created", railId, issued, reads: 0, since };
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
