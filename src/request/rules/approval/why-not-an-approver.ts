import type { Standing } from "../../../authority/roster.ts";
import { isNamedInBoth } from "../../../authority/roster.ts";
import type { ChangeRequest } from "../change-request.ts";
import type { Circumstances, Refusal } from "../decision.ts";

/** Undefined for someone who may decide about this request as an approver. */
export function whyNotAnApprover(
  by: string,
  standing: Standing,
  request: Pick<ChangeRequest, "policy">,
  { policy, roster }: Pick<Circumstances, "policy" | "roster">,
): Refusal | undefined {
  const isNamed = isNamedInBoth(by, request.policy, policy, roster);
  if (isNamed === "no") return "not-an-approver";
  if (isNamed === "not-known") return "group-not-known";
  if (standing === "not-known") return "standing-not-known";
  if (standing !== "active") return "not-an-active-member";
  return undefined;
}
