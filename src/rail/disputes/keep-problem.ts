import type { Tx } from "../../platform/queue/transaction.ts";
import { appendAudit } from "../../request/queries/audit.ts";
import { forgetInstructions, saveProblem } from "../../request/queries/disputes.ts";
import { keepNotice } from "../../request/queries/notices.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import type { MarkedDispute, ReportedProblem } from "../../request/rules/outcome/seen-rail.ts";

export interface AboutRail {
  workspaceId: string;
  connectionId: string;
  railId: string;
  /** The request that the Rail was created for; undefined if it was made elsewhere. */
  request: ChangeRequest | undefined;
  /** ISO 8601. */
  at: string;
}

/**
 * Saves the reported problem of a Rail or its dispute, with the news for the approvers and the audit entry. The message
 * with its instructions is redrawn. The Rail is locked.
 */
export async function keepProblem(
  tx: Tx,
  { workspaceId, connectionId, railId, request, at }: AboutRail,
  problem: ReportedProblem | MarkedDispute,
): Promise<void> {
  const { db } = tx;
  await saveProblem(db, connectionId, railId, problem);
  for (const ref of await forgetInstructions(db, connectionId, railId)) {
    await tx.enqueue({ name: "post-instructions", request: ref });
  }
  const about = { railId, name: request?.content.change.name ?? null };
  const isDispute = "by" in problem;
  const notice = isDispute
    ? ({ ...about, kind: "rail-disputed", problem } as const)
    : ({ ...about, kind: "rail-problem", problem } as const);
  await keepNotice(db, workspaceId, notice, at);
  await appendAudit(db, {
    workspaceId,
    connectionId,
    requestId: request?.id ?? null,
    at,
    actor: isDispute ? problem.by : problem.reportedBy,
    action: isDispute ? "rail-disputed" : "rail-problem-reported",
    facts: JSON.stringify(isDispute ? { railId, problem } : { railId, reason: problem.reason }),
  });
}
