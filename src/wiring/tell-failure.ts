import { randomUUID } from "node:crypto";
import type { AllMiddlewareArgs, AnyMiddlewareArgs, Middleware } from "@slack/bolt";
import { WebAPIPlatformError } from "@slack/web-api";
import type { Logger } from "pino";
import { isKeyMissing, isRowChanged } from "../platform/database/store-error.ts";
import { RailApiError } from "../platform/rail-api/rail-api-error.ts";
import { serviceTroubleSentence } from "../platform/rail-api/service-trouble.ts";
import { checkedView } from "../platform/slack/blocks/checked.ts";
import { note } from "../platform/slack/blocks/note.ts";
import { noticeModal } from "../platform/slack/blocks/notice-modal.ts";
import { type DeliveryWatch, listenerOf } from "../platform/slack/intake/delivery-watch.ts";
import { tellPrivately } from "../platform/slack/intake/privately.ts";

/**
 * The one place that catches around listeners: logs the failure under a short reference, and tells the person who
 * clicked in plain words. A click is never swallowed.
 */
export function tellFailure({
  logger,
  watch,
}: {
  logger: Logger;
  watch: DeliveryWatch;
}): Middleware<AnyMiddlewareArgs> {
  return async (args) => {
    try {
      await args.next();
    } catch (error) {
      if (isSecondUse(error)) return;
      watch.failed(listenerOf(args.body));
      const reference = randomUUID().slice(0, 8);
      logger.error({ err: error, reference, type: args.body.type }, "a listener failed");
      await tell(args, sentenceFor(error, reference));
    }
  };
}

/** A second delivery of the same click: its view is open already. */
function isSecondUse(error: unknown): boolean {
  return slackSaid(error) === "exchanged_trigger_id";
}

function sentenceFor(error: unknown, reference: string): string {
  if (error instanceof RailApiError) {
    return `${serviceTroubleSentence(error.code)} (Reference ${reference})`;
  }
  if (isKeyMissing(error)) {
    return `A token of this workspace cannot be opened, or a row of it cannot be checked. The operator of Signalbox has to put the key back into ENCRYPTION_KEYS. If no key is missing, somebody changed its row in the database. (Reference ${reference})`;
  }
  if (isRowChanged(error)) {
    return `The database holds something that Signalbox did not write, so nothing was changed. The approvers will be told. (Reference ${reference})`;
  }
  if (slackSaid(error) === "expired_trigger_id") {
    return "That took longer than Slack allows for opening a form. Nothing was changed; try again.";
  }
  return `Something went wrong here. If you were changing something, look whether it was done before you try again. If it stays like this, give an administrator this reference: ${reference}`;
}

async function tell(args: AnyMiddlewareArgs & AllMiddlewareArgs, sentence: string): Promise<void> {
  if ("view" in args && args.body.type === "view_submission") {
    const view = checkedView(noticeModal({ title: "That did not work", sentences: [sentence] }));
    await args.ack({ response_action: "update", view });
  } else {
    await tellPrivately(args, note(sentence));
  }
}

function slackSaid(error: unknown): string | undefined {
  return error instanceof WebAPIPlatformError ? String(error.data.error) : undefined;
}
