import type { Standing } from "./approval-policy.ts";
import { isNamedByBoth } from "./approval-policy.ts";
import type { ChangeRequest } from "./change-request.ts";
import type { Circumstances, Decision } from "./decision.ts";
import { accept, isIntact, isSameConnection, quorumOf, refuse } from "./decision.ts";
import { isAddersAlone } from "./destination-rules.ts";
import { whyVoid } from "./why-void.ts";

/** The only way into `sending`, and so the only way to a POST. Counts again who approved, and what. */
export function claim(
  standings: ReadonlyMap<string, Standing>,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  const { status } = request.state;
  if (status !== "approved" && status !== "blocked") return refuse("not-now");
  if (around.now >= request.expiresAt) return accept(around, { type: "expired" });
  if (around.isFrozen && request.content.change.kind !== "retire-destination") {
    return refuse("frozen");
  }
  if (!isIntact(request)) {
    return accept(around, {
      type: "gave-up",
      question: "tampered",
      because: "The stored request no longer equals what was approved. Nothing was sent.",
    });
  }

  const because = whyVoid(request, around);
  if (because !== undefined) return accept(around, { type: "voided", because });

  const counts = ({ by, digest }: ChangeRequest["approvals"][number]) =>
    by !== request.requestedBy &&
    digest === request.digest &&
    isSameConnection(request, around) &&
    isNamedByBoth(by, request.policy, around.policy);
  const named = request.approvals.filter(counts);
  const active = new Set(
    named.filter(({ by }) => standings.get(by) === "active").map(({ by }) => by),
  );
  const isEnough = active.size >= quorumOf(request, around);
  if (isEnough && !isAddersAlone([...active], request, around)) {
    return accept(around, {
      type: "sending-started",
      attempt: request.attempt + 1,
      countedApprovers: [...active],
    });
  }

  const isInDoubt = ({ by }: { by: string }) => (standings.get(by) ?? "not-known") === "not-known";
  const keeps = named.filter((approval) => active.has(approval.by) || isInDoubt(approval));
  const lapsed = request.approvals.filter((approval) => !keeps.includes(approval));
  // A look-up that failed counts nobody, but ends nobody's approval either: the claim is made again later.
  return lapsed.length === 0 && keeps.some(isInDoubt)
    ? refuse("below-quorum")
    : accept(around, { type: "approvals-lapsed", of: lapsed.map(({ by }) => by) });
}
