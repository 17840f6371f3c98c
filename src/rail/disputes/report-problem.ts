import { callback } from "../../platform/slack/blocks/ids.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import { richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Click } from "../../platform/slack/intake/delivery.ts";
import { isFirstDelivery } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import type { Message } from "../../platform/slack/message.ts";
import type { Context } from "../../request/context.ts";
import { findConnectionOf, lockProblem } from "../../request/queries/disputes.ts";
import { requestOfRail } from "../screens/rail-facts.ts";
import { openReasonForm, submitReason } from "../screens/reason-form.ts";
import { keepProblem } from "./keep-problem.ts";

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
