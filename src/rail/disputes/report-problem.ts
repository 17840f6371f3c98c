import type { Tx } from "../../platform/queue/transaction.ts";
import { callback } from "../../platform/slack/blocks/ids.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import { richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Click } from "../../platform/slack/intake/delivery.ts";
import { isFirstDelivery } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import type { Message } from "../../platform/slack/message.ts";
import type { Context } from "../../request/context.ts";
import { appendAudit } from "../../request/queries/audit.ts";
import {
  findConnectionOf,
  forgetInstructions,
  lockProblem,
  saveProblem,
} from "../../request/queries/disputes.ts";
import { keepNotice } from "../../request/queries/notices.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import type { MarkedDispute, ReportedProblem } from "../../request/rules/outcome/seen-rail.ts";
import { requestOfRail } from "../screens/rail-facts.ts";
import { openReasonForm, submitReason } from "../screens/reason-form.ts";

const LABEL = "What is wrong?";

/** [Report a problem] */
export function openReport(_: Context, args: ButtonArgs): Promise<void> {
  return openReasonForm(args, async () => ({
    callbackId: callback.reportProblem,
    title: "Report a problem",
    submit: "Send to approvers",
    blocks: [richText(["Don't pay into this Rail until an approver has looked at your report."])],
    label: LABEL,
    hint: "Shown to approvers.",
  }));
}

export function submitReport(context: Context, args: SubmitArgs): Promise<void> {
  return submitReason(args, LABEL, async (form) => {
    const answer = await reportProblem(context, form);
    await args.ack();
    const to = { channelId: form.askedIn, userId: form.by };
    await context.messenger.whisper(form.workspaceId, to, answer);
    await context.announceChanges();
  });
}

export interface Report extends Click {
  railId: string;
  reason: string;
}

/** Keeps what a member reports, for the approvers, with its audit entry. A Rail that is disputed already stays so. */
export async function reportProblem(
  { db, transaction, clock }: Pick<Context, "db" | "transaction" | "clock">,
  { workspaceId, railId, by, reason, delivery }: Report,
): Promise<Message> {
  const connectionId = await findConnectionOf(db, workspaceId, railId);
  const request = await requestOfRail(db, connectionId, railId);
  return transaction(async (tx) => {
    const at = clock();
    const known = await lockProblem(tx.db, { workspaceId, connectionId, railId });
    if (!known) return note("Nothing was reported. The Rail service hasn't shown this Rail yet.");
    if (known.rail.dispute)
      return note("This Rail is disputed already. Nobody should pay into it.");
    if (!(await isFirstDelivery(tx.db, delivery, at))) return REPORTED;
    const problem = { reportedBy: by, reportedAt: at, reason };
    await keepProblem(tx, { workspaceId, connectionId, railId, request, at }, problem);
    return REPORTED;
  });
}

const REPORTED = note("Problem reported.", "The approvers are being told. Don't pay for now.");

interface AboutRail {
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
