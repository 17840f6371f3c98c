import type { Around } from "./around.ts";
import { end } from "./ends.ts";
import { isExpired, whyNotUndecided } from "./grounds.ts";
import { whyNot } from "./may.ts";
import { type Request, SIGNALBOX } from "./request.ts";
import { refuse, type Step, stay } from "./step.ts";

/**
 * Whoever any requirement names may deny, until it is claimed. A freeze is not denied: it ends by
 * agreement.
 */
export function deny(request: Request, by: string, reason: string, around: Around): Step {
  const refusal = whyNotUndecided(request, around.now) ?? whyNot("deny", by, request, around);
  if (refusal) return refuse(refusal);
  if (request.content.change.kind === "resume") return refuse({ is: "not-possible" });
  return end(request, "denied", { by, reason }, around.now);
}

export function withdraw(request: Request, by: string, around: Around): Step {
  const refusal = whyNotUndecided(request, around.now) ?? whyNot("withdraw", by, request, around);
  if (refusal) return refuse(refusal);
  if (request.content.change.kind === "resume") return refuse({ is: "not-possible" });
  return end(request, "withdrawn", { by, reason: "" }, around.now);
}

/** Ends what nobody decided in time; anything else stays as it is. */
export function expire(request: Request, { now }: Pick<Around, "now">): Step {
  const { is } = request.state;
  if ((is !== "pending" && is !== "ready") || !isExpired(request, now)) return stay(request);
  return end(request, "expired", { by: SIGNALBOX, reason: "" }, now);
}
