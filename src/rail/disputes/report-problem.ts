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
import { markedIn } from "../../request/queries/rows.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import type { MarkedDispute, ReportedProblem } from "../../request/rules/outcome/seen-rail.ts";
import { reportedAfter } from "../../request/rules/outcome/seen-rail.ts";
import { redrawAdoption } from "../adopting/adoption-problem.ts";
import { requestOfRail } from "../screens/rail-facts.ts";
import { openReasonForm, submitReason } from "../screens/reason-form.ts";

const LABEL = "What is wrong?";

/** [Report a problem] */
export function openReport(context: Context, args: ButtonArgs): Promise<void> {
  return openReasonForm(context, args, async () => ({
    callbackId: callback.reportProblem,
    title: "Report a problem",
    submit: "Send to approvers",
    blocks: [richText(["Don't pay into this Rail until an approver has looked at your report."])],
    label: LABEL,
    hint: "Shown to the approvers.",
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

/**
 * Keeps what a member reports, for the approvers, with its audit entry. A Rail that is disputed already stays so: its
 * approvers are told what else is wrong.
 */
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
    const { dispute } = known.rail;
    const answer = dispute ? REPORTED_OF_DISPUTED : REPORTED;
    if (!(await isFirstDelivery(tx.db, delivery, at))) return answer;
    const about = { workspaceId, connectionId, railId, request, at };
    const problem = { reportedBy: by, reportedAt: at, reason };
    if (!dispute) await keepProblem(tx, about, reportedAfter(problem, known.problem));
    else {
      const later = reportedAfter(problem, dispute.later);
      await saveProblem(tx.db, connectionId, railId, { ...dispute, later });
      await tellOfReport(tx, about, { ...problem, by: dispute.by, at: dispute.at });
    }
    return answer;
  });
}

const REPORTED = note("Problem reported.", "The approvers are being told. Don't pay for now.");
const REPORTED_OF_DISPUTED = note(
  "Problem reported.",
  "The approvers are being told. This Rail is disputed already: nobody should pay into it.",
);

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
 * with its instructions and the card of its open adoption are redrawn. The Rail is locked.
 */
export async function keepProblem(
  tx: Tx,
  about: AboutRail,
  problem: ReportedProblem | MarkedDispute,
): Promise<void> {
  const { connectionId, railId } = about;
  await saveProblem(tx.db, connectionId, railId, problem);
  for (const ref of await forgetInstructions(tx.db, connectionId, railId)) {
    await tx.enqueue({ name: "post-instructions", request: ref });
  }
  await redrawAdoption(tx, connectionId, railId);
  const marked = markedIn(problem);
  if (!marked) return tellOfReport(tx, about, problem);
  const news = { ...named(about), kind: "rail-disputed", problem: marked } as const;
  await keepNotice(tx.db, about.workspaceId, news, about.at);
  await appendAudit(tx.db, {
    ...entryAbout(about),
    actor: marked.by,
    action: "rail-disputed",
    facts: JSON.stringify({ railId, problem }),
  });
}

/** The news of a report for the approvers, and its audit entry; `problem` says whether the Rail is disputed. */
async function tellOfReport(
  tx: Tx,
  about: AboutRail,
  problem: ReportedProblem | MarkedDispute,
): Promise<void> {
  const { workspaceId, railId, at } = about;
  await keepNotice(tx.db, workspaceId, { ...named(about), kind: "rail-problem", problem }, at);
  const { reportedBy, reason } = problem;
  await appendAudit(tx.db, {
    ...entryAbout(about),
    actor: reportedBy,
    action: "rail-problem-reported",
    facts: JSON.stringify({ railId, reason }),
  });
}

const named = ({ railId, request }: AboutRail) => ({
  railId,
  name: request?.content.change.name ?? null,
});

const entryAbout = ({ workspaceId, connectionId, request, at }: AboutRail) => ({
  ...{ workspaceId, connectionId, at },
  requestId: request?.id ?? null,
});
