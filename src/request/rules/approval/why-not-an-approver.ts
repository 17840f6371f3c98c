import { whyNot } from "../../../authority/judge.ts";
import type { Standing } from "../../../authority/roster.ts";
import type { Authority } from "../../../authority/table.ts";
import type { ChangeRequest } from "../change-request.ts";
import type { Circumstances, Refusal } from "../decision.ts";
import { governing } from "./requirements.ts";

/** Undefined for someone who may decide about this request as an approver. */
export function whyNotAnApprover(
  by: string,
  standing: Standing,
  request: Pick<ChangeRequest, "policy">,
  { policy, roster }: Pick<Circumstances, "policy" | "roster">,
  row?: Pick<Authority, "needs">,
): Refusal | undefined {
  const deciding = governing(request, policy, row);
  return whyNot("approver", { by, standing }, { deciding, roster });
}
