import type { Around } from "./around.ts";
import { type Asked, begin } from "./ask.ts";
import type { ContentOf } from "./content.ts";
import { canonicalBytes } from "./digest.ts";
import { whyNot } from "./may.ts";
import { issuedRail, type Request, serviceIdOf } from "./request.ts";
import { canBeMet } from "./requirements.ts";
import type { Settings } from "./settings.ts";
import { advanceTo, end, refuse, type Step, type Taken } from "./step.ts";

/** What one person does at once, as it only closes a way for money. A freeze is another. */

/**
 * Holds a Rail until people trust it anew. `request`: the newest done one that names the Rail. Each
 * person reports once, and takes nothing from what others said.
 */
export function report(request: Request, by: string, reason: string, around: Around): Step {
  const refusal = whyNot("report", by, request, around);
  if (refusal) return refuse(refusal);
  const { state, reports } = request;
  if (!issuedRail(request)) return refuse({ is: "held-already" });
  if (around.trustedBy !== null && around.trustedBy !== request.id) {
    return refuse({ is: "changed-since-shown" });
  }
  if (reports.some((each) => each.by === by)) return refuse({ is: "already-reported" });
  const reported = { ...request, reports: [...reports, { by, at: around.now, reason }] };
  return advanceTo(reported, state, "reported", { reason }, { by });
}

/** Takes a destination out of the register. What waits to deliver there is void with it. */
export function retire(request: Request, by: string, reason: string, around: Around): Step {
  const refusal = whyNot("retire", by, request, around);
  if (refusal) return refuse(refusal);
  const { state } = request;
  if (state.is === "closed") return refuse({ is: "over", by: state.by, at: state.at });
  if (serviceIdOf(request) === null) return refuse({ is: "not-possible" });
  return end(request, "retired", { by, reason }, around.now);
}

/** The settings without a person as approver and auditor; null where too few would remain. */
export function takeOut(settings: Settings, person: string): Settings | null {
  const requirements = settings.requirements.map((each) => ({
    ...each,
    people: each.people.filter((other) => other !== person),
  }));
  const auditors = settings.auditors.filter((other) => other !== person);
  return requirements.every(canBeMet) ? { ...settings, requirements, auditors } : null;
}

/** A change of the settings that nobody has to agree to: it is done when it is made. */
export function settle(
  asked: Omit<Asked, "open" | "content"> & { content: ContentOf<"change-settings"> },
  now: string,
): Taken {
  const { from, settings } = asked.content.change;
  const begun = begin(asked, now, null);
  const facts = { version: from + 1, settings: canonicalBytes(settings) };
  const done = { is: "done", at: now, result: null } as const;
  const settled = advanceTo(begun.next, done, "settings", facts, { by: asked.by });
  return { ...settled, entries: [...begun.entries, ...settled.entries] };
}
