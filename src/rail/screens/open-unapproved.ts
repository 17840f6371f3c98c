import { inTime } from "../../platform/process/in-time.ts";
import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import { serviceTroubleSentence } from "../../platform/rail-api/service-trouble.ts";
import { block, callback } from "../../platform/slack/blocks/ids.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import { richText } from "../../platform/slack/blocks/rich-text.ts";
import { isFirstDelivery } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import type { Message } from "../../platform/slack/message.ts";
import type { Context } from "../../request/context.ts";
import { appendAudit } from "../../request/queries/audit.ts";
import { findCurrentConnection } from "../../request/queries/companies.ts";
import { errorAt } from "../../request/screens/refusals.ts";
import { depositInstructions } from "../instructions/deposit-instructions.ts";
import { notApprovedLine } from "../instructions/rail-lines.ts";
import { requestOfRail } from "./rail-facts.ts";
import type { FilledReason } from "./reason-form.ts";
import { openReasonForm, submitReason } from "./reason-form.ts";
import { railAnswer, showRail } from "./show.ts";

const LABEL = "Why do you need them?";

/** [Show instructions anyway] */
export function openUnapproved(context: Context, args: ButtonArgs): Promise<void> {
  const { db } = context;
  return openReasonForm(context, args, async (workspaceId, railId) => {
    const { id: connectionId } = await findCurrentConnection(db, workspaceId);
    const request = await requestOfRail(db, connectionId, railId);
    return {
      callbackId: callback.openUnapproved,
      title: "Not approved",
      submit: "Show instructions",
      blocks: [richText(notApprovedLine(request?.number))],
      label: LABEL,
      hint: "Kept in the audit with your name.",
    };
  });
}

/** Slack waits for three seconds, and the service may take longer. */
const ANSWER_WITHIN_MS = 1_500;

/**
 * Shows them to this person alone, once the service has shown them and the reason is kept. A service that does not answer counts
 * as wrong input, so that the form stays; if that is known only after the form has gone, the person reads it instead.
 */
export function submitUnapproved(context: Context, args: SubmitArgs): Promise<void> {
  return submitReason(args, LABEL, async (form) => {
    const work = shownWithReason(context, form);
    const soon = await inTime(work, ANSWER_WITHIN_MS);
    if (typeof soon === "string") return args.ack(errorAt(block.reason, soon));
    await args.ack();
    const late = await work;
    const answer = typeof late === "string" ? note(late) : late;
    const to = { channelId: form.askedIn, userId: form.by };
    if (answer) await context.messenger.whisper(form.workspaceId, to, answer);
  });
}

/** A sentence if the service does not answer; undefined for a second delivery of the same click. */
async function shownWithReason(
  context: Context,
  form: FilledReason,
): Promise<Message | string | undefined> {
  const { workspaceId, railId } = form;
  try {
    const shown = await showRail(context, workspaceId, railId);
    if (shown.kind !== "rail" || shown.facts.dispute !== null) {
      return await railAnswer(context, workspaceId, railId);
    }
    return (await keepReason(context, form)) ? depositInstructions(shown.facts) : undefined;
  } catch (error) {
    if (!(error instanceof RailApiError)) throw error;
    return serviceTroubleSentence(error.code);
  }
}

/** False for a second delivery of the same click. */
async function keepReason(
  { db, transaction, clock }: Pick<Context, "db" | "transaction" | "clock">,
  { workspaceId, railId, by, reason, delivery }: FilledReason,
): Promise<boolean> {
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  return transaction(async (tx) => {
    const at = clock();
    if (!(await isFirstDelivery(tx.db, delivery, at))) return false;
    await appendAudit(tx.db, {
      workspaceId,
      connectionId,
      at,
      actor: by,
      action: "unapproved-instructions-shown",
      facts: JSON.stringify({ railId, reason }),
    });
    return true;
  });
}
