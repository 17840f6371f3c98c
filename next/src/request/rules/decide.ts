import type { Around } from "./around.ts";
import { end } from "./ends.ts";
import { isExpired, isSameConnection, whyNotUndecided } from "./grounds.ts";
import { countApprovals, isRequesterGone, whyNot } from "./may.ts";
import { type Request, SIGNALBOX } from "./request.ts";
import { advanceTo, refuse, type Step, stay } from "./step.ts";

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

/**
 * `pending ↔ ready`, by the requirements in force and the people of now. Ends a request whose
 * requester is certainly gone, whose connection is another, or that can never be carried out.
 */
export function recount(request: Request, around: Around): Step {
  const { is } = request.state;
  if (is !== "pending" && is !== "ready") return refuse({ is: "not-possible" });
  const why = whyPointless(request, around);
  if (why) return end(request, "void", { by: SIGNALBOX, reason: why }, around.now);
  const { quorum, kept } = countApprovals(request, around);
  const deed = { action: "recounted", by: SIGNALBOX } as const;
  if (is === "pending" && quorum !== "short") {
    return advanceTo(request, { state: { is: "ready", because: null } }, deed);
  }
  if (is === "ready" && quorum === "short") {
    const lost = request.approvals.filter((each) => !kept.includes(each)).map(({ by }) => by);
    const facts = { lost };
    return advanceTo(request, { approvals: kept, state: { is: "pending" } }, { ...deed, facts });
  }
  return stay(request);
}

/** Why an undecided or agreed request can come to nothing; null while it can. */
function whyPointless(request: Request, around: Around): string | null {
  if (!isSameConnection(request.content, around)) return "other-connection";
  if (request.content.change.kind !== "resume" && isRequesterGone(request, around)) {
    return "requester-gone";
  }
  return around.obstacle?.is === "void" ? around.obstacle.because : null;
}
