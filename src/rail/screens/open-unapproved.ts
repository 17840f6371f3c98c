import { callback } from "../../platform/slack/blocks/ids.ts";
import { richText } from "../../platform/slack/blocks/rich-text.ts";
import { isFirstDelivery } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import type { Context } from "../../request/context.ts";
import { appendAudit } from "../../request/queries/audit.ts";
import { findCurrentConnection } from "../../request/queries/companies.ts";
import { depositInstructions } from "../instructions/deposit-instructions.ts";
import { NOT_APPROVED_LINE } from "../instructions/rail-lines.ts";
import type { FilledReason } from "./reason-form.ts";
import { openReasonForm, submitReason } from "./reason-form.ts";
import { railAnswer, showRail } from "./show.ts";

const LABEL = "Why do you need them?";

/** [Show instructions anyway] */
export function openUnapproved(_: Context, args: ButtonArgs): Promise<void> {
  return openReasonForm(args, async () => ({
    callbackId: callback.openUnapproved,
    title: "Not approved",
    submit: "Show instructions",
    blocks: [richText(NOT_APPROVED_LINE)],
    label: LABEL,
    hint: "Kept in the audit with your name.",
  }));
}

/** Shows them to this person alone, once the reason is kept. */
export function submitUnapproved(context: Context, args: SubmitArgs): Promise<void> {
  return submitReason(args, LABEL, async (form) => {
    const { workspaceId, by } = form;
    const isKept = await keepReason(context, form);
    await args.ack();
    if (!isKept) return;
    const shown = await showRail(context, workspaceId, form.railId);
    const message =
      shown.kind === "rail"
        ? depositInstructions(shown.facts)
        : await railAnswer(context, workspaceId, form.railId);
    await context.messenger.whisper(workspaceId, { channelId: form.askedIn, userId: by }, message);
  });
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
      requestId: null,
      at,
      actor: by,
      action: "unapproved-instructions-shown",
      facts: JSON.stringify({ railId, reason }),
    });
    return true;
  });
}
