import { lacking } from "../../authority/quorum.ts";
import { isCertainlyGone, standingIn } from "../../authority/roster.ts";
import { AUTHORITY } from "../../authority/table.ts";
import { countApprovals, isAddersAlone, lapsedEvent } from "./approval/count-approvals.ts";
import { requirementsNow } from "./approval/requirements.ts";
import { deedOf } from "./change.ts";
import type { ChangeRequest } from "./change-request.ts";
import type { Circumstances, Decision } from "./decision.ts";
import { accept, isIntact, refuse } from "./decision.ts";
import { whyVoid } from "./kind-rules.ts";
import { isReleased } from "./status.ts";

/** The only way into `sending`, and so the only way to a POST. Counts the approvals and compares the content again. */
export function claim(request: ChangeRequest, around: Circumstances): Decision {
  if (!isReleased(request.state)) return refuse("not-now");
  if (around.now >= request.expiresAt) return accept(around, { type: "expired" });
  const row = AUTHORITY[deedOf(request.content.change)];
  if (around.isFrozen && row.isHeldByFreeze) return refuse("frozen");
  if (!isIntact(request)) {
    return accept(around, {
      type: "gave-up",
      question: "tampered",
      because: "The stored request no longer matches the approval. Nothing was sent.",
    });
  }

  const because = whyVoid(request, around) ?? whyRequesterGone(request, around);
  if (because !== undefined) return accept(around, { type: "voided", because });

  const { counted, inDoubt, lapsed } = countApprovals(request, around);
  const requirements = requirementsNow(request, around.policy, row);
  const isEnough = lacking(counted, requirements, around.roster).length === 0;
  const isAlone = isAddersAlone(counted, request, around);
  if (isEnough && isAlone === "no") {
    return accept(around, {
      type: "sending-started",
      attempt: request.attempt + 1,
      countedApprovers: counted,
    });
  }

  const isMoreToLearn = inDoubt.length > 0 || (isEnough && isAlone === "not-known");
  // A failed look-up counts nobody, but ends nobody's approval either: the claim is tried again later.
  return lapsed.length === 0 && isMoreToLearn
    ? refuse("below-quorum")
    : accept(around, lapsedEvent(lapsed));
}

/** Only Slack's certain word ends a request; a retirement continues, since it only removes ways for money. */
function whyRequesterGone(
  { requestedBy, content }: ChangeRequest,
  { roster }: Circumstances,
): string | undefined {
  const standing = standingIn(requestedBy, roster);
  const isEnded = AUTHORITY[deedOf(content.change)].endsWithRequester && isCertainlyGone(standing);
  if (!isEnded) return undefined;
  return standing === "deactivated"
    ? `The requester's Slack account is deactivated. ${ASK_AGAIN}`
    : `The requester is no longer in this workspace. ${ASK_AGAIN}`;
}

const ASK_AGAIN = "Another member can ask for it again.";
