import type { Around } from "./around.ts";
import { claim } from "./claim.ts";
import { isSent } from "./content.ts";
import { isSameConnection, whyNotUndecided, whyObstructed } from "./grounds.ts";
import { countApprovals, whyNot } from "./may.ts";
import type { Refusal } from "./refusal.ts";
import type { Approval, Request, State } from "./request.ts";
import { advanceTo, followedBy, refuse, type Step } from "./step.ts";

/** What the view showed that a person submits. */
export interface Shown {
  digest: string;
  round: number;
}

/** One person's approval. The last one of a kind that sends nothing is its claim as well. */
export function approve(
  request: Request,
  by: string,
  shown: Shown & { checkedIn: string | null },
  around: Around,
): Step {
  const refusal =
    whyNotUndecided(request, around.now) ??
    whyNot("approve", by, request, around) ??
    whyNotShown(request, shown) ??
    (isSameConnection(request.content, around) ? null : { is: "other-connection" as const }) ??
    whyVoid(around);
  if (refusal) return refuse(refusal);
  if (request.state.is === "ready") return refuse({ is: "already-agreed" });
  const { kept } = countApprovals(request, around);
  if (kept.some((each) => each.by === by)) return refuse({ is: "already-approved" });
  const approval: Approval = { by, at: around.now, seq: around.head + 1, ...shown };
  const approvals = [...request.approvals.filter((each) => each.by !== by), approval];
  const { quorum } = countApprovals({ ...request, approvals }, around);
  const state: State = quorum === "short" ? { is: "pending" } : { is: "ready", because: null };
  const approved = advanceTo(
    request,
    { approvals, state },
    { action: "approved", by, facts: { ...shown } },
  );
  if (isSent(request.content)) return approved;
  // A claim that is refused, as too few have approved, leaves the approval.
  return followedBy(approved, (next) => claim(next, around, null));
}

/** An approval covers what its view showed, and nothing that came later. */
function whyNotShown({ digest, round }: Request, shown: Shown): Refusal | null {
  return shown.digest === digest && shown.round === round ? null : { is: "changed-since-shown" };
}

/** What may pass (a cool-down) stops no approval. */
const whyVoid = (around: Around): Refusal | null =>
  around.obstacle?.is === "void" ? whyObstructed(around) : null;
