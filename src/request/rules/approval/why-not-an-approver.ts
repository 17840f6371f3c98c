import type { ChangeRequest } from "../change-request.ts";
import type { Circumstances, Refusal } from "../decision.ts";
import type { Standing } from "./approval-policy.ts";
import { isNamedInBoth, isNamedToStop } from "./roster.ts";

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

/** The same for whoever stops it, who need not wait until Slack speaks: only what is known to be wrong refuses them. */
export function whyNotToStop(
  by: string,
  standing: Standing,
  request: Pick<ChangeRequest, "policy">,
  { policy, roster }: Pick<Circumstances, "policy" | "roster">,
): Refusal | undefined {
  const named = [request.policy, policy].map((each) => isNamedToStop(by, each, roster));
  if (named.includes("no")) return "not-an-approver";
  if (named.includes("not-known")) return "group-not-known";
  return standing === "active" || standing === "not-known" ? undefined : "not-an-active-member";
}
