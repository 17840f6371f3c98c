import type { Rail } from "../../platform/rail-api/rail.ts";
import { type Because, type Closing, type Question, type Request, SIGNALBOX } from "./request.ts";
import { advanceTo, type Step, stay } from "./step.ts";

/** The steps that several transitions end in. None of them judges anything. */

const ACTIONS = {
  denied: "denied",
  withdrawn: "withdrawn",
  expired: "expired",
  void: "voided",
  refused: "not-created",
  "given-up": "closed",
  replaced: "replaced",
  retired: "closed",
} as const;

/** Closes a request for good. */
export function end(
  request: Request,
  how: Closing,
  { by, reason }: { by: string; reason: string },
  at: string,
): Step {
  return advanceTo(
    request,
    { state: { is: "closed", how, by, at, reason } },
    { action: ACTIONS[how], by, facts: { how, reason } },
  );
}

/** Agreed and waiting; nothing changes where it waits for the same already. */
export function waitFor(request: Request, because: Because): Step {
  if (request.state.is === "ready" && request.state.because === because) return stay(request);
  return advanceTo(
    request,
    { state: { is: "ready", because } },
    { action: "waiting", by: SIGNALBOX, facts: { because } },
  );
}

/** People have to answer a question. */
export function stick(
  request: Request,
  question: Question,
  railKeys: readonly string[],
  since: string,
): Step {
  return advanceTo(
    request,
    { state: { is: "stuck", question, railKeys, since } },
    { action: "stuck", by: SIGNALBOX, facts: { question, railKeys } },
  );
}

/** There is a Rail: it waits to be read back. `attempt` is null where a look found it. */
export function createdAs(
  request: Request,
  { railId, rail, attempt }: { railId: string; rail: Rail; attempt: string | null },
  now: string,
): Step {
  return advanceTo(
    request,
    { state: { is: "created", railId, issued: rail, reads: 0, since: now } },
    { action: "created", by: SIGNALBOX, facts: { railId }, attempt },
  );
}
