import type { Offices } from "../../../authority/judge.ts";
import { whyNot } from "../../../authority/judge.ts";
import type { Standing } from "../../../authority/roster.ts";
import type { Authority } from "../../../authority/table.ts";
import type { ChangeRequest } from "../change-request.ts";
import type { Circumstances, Refusal } from "../decision.ts";
import { governing } from "./requirements.ts";

type Around = Pick<Circumstances, "policy" | "approvers" | "roster">;

/** Undefined for someone who may decide about this request as an approver. */
export function whyNotAnApprover(
  by: string,
  standing: Standing,
  request: Pick<ChangeRequest, "policy">,
  around: Around,
  row?: Pick<Authority, "needs">,
): Refusal | undefined {
  return whyNot("approver", { by, standing }, officesFor(request, around, row));
}

/**
 * Whom the rules name that decide about this request, and all others.
 * @param row Of the authority table, where it is about a remedy.
 */
export function officesFor(
  request: Pick<ChangeRequest, "policy">,
  { policy, approvers, roster }: Around,
  row?: Pick<Authority, "needs">,
): Offices {
  return { deciding: governing(request, policy, row), anywhere: approvers, roster };
}
