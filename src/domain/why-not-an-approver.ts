import type { ApprovalPolicy, Standing } from "./approval-policy.ts";
import { isNamedByBoth } from "./approval-policy.ts";
import type { ChangeRequest } from "./change-request.ts";
import type { Refusal } from "./decision.ts";

/** Undefined for someone who may decide about this request as an approver. */
export function whyNotAnApprover(
  by: string,
  standing: Standing,
  request: ChangeRequest,
  policy: ApprovalPolicy,
): Refusal | undefined {
  if (!isNamedByBoth(by, request.policy, policy)) return "not-an-approver";
  if (standing === "not-known") return "standing-not-known";
  if (standing !== "active") return "not-an-active-member";
  return undefined;
}
