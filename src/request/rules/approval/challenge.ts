import type { LookAlike, Span } from "../../../platform/payment-details/look-alike.ts";
import type { MiddleGroup } from "../../../platform/payment-details/middle-group.ts";
import { middleGroupOf } from "../../../platform/payment-details/middle-group.ts";
import type { PaymentDetail } from "../../../platform/payment-details/payment-detail.ts";
import type { ChangeRequest } from "../change-request.ts";
import { paymentDetailOf } from "../destination.ts";
import { digestOf } from "../digest.ts";
import { rulesOf, subjectOf } from "../kind-rules.ts";

/** This many wrong groups end an approver's attempt on a request. */
export const MOST_WRONG_ANSWERS = 3;

/** From this one on, a group with only its case wrong counts as a wrong one. */
export const CASE_SLIPS_COUNT_FROM = 10;

/** The demand that an approver shows that they know the value from elsewhere. */
export interface Check {
  detail: PaymentDetail;
  /** The differences from the value that it is most easily taken for. */
  differences: readonly Span[];
}

/** Null if approvers need not type anything. */
export function checkFor(
  request: Pick<ChangeRequest, "content" | "state">,
  facts: {
    isFirstUse: boolean;
    lookAlikes: readonly Pick<LookAlike<PaymentDetail>, "ofCandidate">[];
  },
): Check | null {
  const subject = subjectOf(request);
  const { isFirstUse } = facts;
  const [nearest] = facts.lookAlikes;
  const { isTyped } = rulesOf(request.content.change);
  if (!subject || !isTyped({ isFirstUse, isLookedLike: nearest !== undefined })) return null;
  return {
    detail: paymentDetailOf(subject.details),
    differences: nearest?.ofCandidate.differences ?? [],
  };
}

/**
 * The middle group that this approver is asked for: always the same one, different for each approver and request.
 * Nobody knows it before, because it follows from the server's nonce. Null for a value without a middle.
 */
export function challengeOf(
  { content }: Pick<ChangeRequest, "content">,
  by: string,
  { detail, differences }: Check,
): MiddleGroup | null {
  const drawn = Number.parseInt(digestOf(`${content.nonce}:${by}`).slice(0, 12), 16) / 2 ** 48;
  return middleGroupOf(detail, drawn, differences);
}
