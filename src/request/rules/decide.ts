import type { Around } from "./around.ts";
import { claim, isExpired, isSameConnection } from "./claim.ts";
import { isSent } from "./content.ts";
import { countApprovals, whyNot } from "./may.ts";
import type { Refusal } from "./refusal.ts";
import type { Approval, Request, State } from "./request.ts";
import { advanceTo, end, followedBy, refuse, type Said, type Step } from "./step.ts";

/** Why nobody decides about a request any more, or not now; null while it waits to be decided. */
export function whyNotUndecided(request: Request, now: string): Refusal | null {
  const { state } = request;
  switch (state.is) {
    case "pending":
    case "ready":
      return isExpired(request, now) ? { is: "expired" } : null;
    case "sending":
    case "unknown":
    case "created":
      return { is: "being-sent" };
    case "stuck":
      return { is: "not-possible" };
    case "done":
      return { is: "over", by: null, at: state.at };
    case "closed":
      return { is: "over", by: state.by, at: state.at };
  }
}

/** Why another approval of this person would add nothing. */
export function whyNotAgain(
  request: Request,
  by: string,
  around: Parameters<typeof countApprovals>[1],
): Refusal | null {
  if (request.state.is === "ready") return { is: "already-agreed" };
  const { kept } = countApprovals(request, around);
  return kept.some((each) => each.by === by) ? { is: "already-approved" } : null;
}

/** What the submitted view showed, and where the person looked the address up. */
type Shown = Pick<Approval, "digest" | "round" | "checkedIn">;

/**
 * One person's approval of what their view showed, and of nothing that came later. The last one of
 * a kind that sends nothing is its claim as well; what may pass (a cool-down) stops no approval.
 */
export function approve(request: Request, by: string, shown: Shown, around: Around): Step {
  const { content, digest, round } = request;
  const { now, obstacle } = around;
  const refusal = whyNotUndecided(request, now) ?? whyNot("approve", by, request, around);
  if (refusal) return refuse(refusal);
  if (shown.digest !== digest || shown.round !== round)
    return refuse({ is: "changed-since-shown" });
  if (!isSameConnection(content, around)) return refuse({ is: "other-connection" });
  if (obstacle?.is === "void") return refuse({ ...obstacle, is: "obstacle" });
  const again = whyNotAgain(request, by, around);
  if (again) return refuse(again);
  const others = request.approvals.filter((each) => each.by !== by);
  const approvals = [...others, { by, at: now, seq: around.head + 1, ...shown }];
  const { quorum } = countApprovals({ ...request, approvals }, around);
  const next: State = quorum === "short" ? { is: "pending" } : { is: "ready", because: null };
  const approved = advanceTo({ ...request, approvals }, next, "approved", { ...shown }, { by });
  // A claim that is refused, as too few have approved, leaves the approval.
  return isSent(content) ? approved : followedBy(approved, claim(approved.next, around, null));
}

/** *Deny* or *withdraw*, until it is claimed. A freeze is neither: it ends by agreement. */
export function callOff(
  deed: "deny" | "withdraw",
  request: Request,
  { by, reason }: Said,
  around: Around,
): Step {
  const refusal = whyNotUndecided(request, around.now) ?? whyNot(deed, by, request, around);
  if (refusal) return refuse(refusal);
  if (request.content.change.kind === "resume") return refuse({ is: "not-possible" });
  return end(request, deed === "deny" ? "denied" : "withdrawn", { by, reason }, around.now);
}
