import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ModalView } from "@slack/types";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { noticeModal } from "../../platform/slack/blocks/notice-modal.ts";
import type { SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import { updateView } from "../../platform/slack/intake/update-view.ts";
import type { Context } from "../context.ts";
import type { ClickKind } from "./lost-click.ts";
import { rememberClick } from "./remember-click.ts";

interface Late<Result> {
  what: ClickKind;
  work: Promise<Result>;
  /** In the place of the form until the result is there. */
  meanwhile: ModalView;
  result: (result: Result) => ModalView;
  /** Says what is not known if the work fails; the reference follows. */
  unknown: string;
  /** For the log. */
  failed: string;
}

/** Slack must have drawn the first view before it gets the second. */
const DRAWN_AFTER_MS = 500;

/** Slack waits for three seconds, and the service may take longer: the answer then comes into the view. */
export async function answerLate<Result>(
  context: Pick<Context, "db" | "transaction" | "clock" | "logger">,
  { view, body, ack, client }: Pick<SubmitArgs, "view" | "body" | "ack" | "client">,
  { what, work, meanwhile, result, unknown, failed }: Late<Result>,
): Promise<void> {
  const over = await rememberClick(context, body, what);
  await ack({ response_action: "update", view: checkedView(meanwhile) });
  const told = work.then(result, (error: unknown) => {
    const reference = randomUUID().slice(0, 8);
    context.logger.error({ err: error, reference }, failed);
    const sentences = [`${unknown} this reference: ${reference}`];
    return noticeModal({ title: "That did not work", sentences });
  });
  const [late] = await Promise.all([told, pause(DRAWN_AFTER_MS)]);
  await updateView(client, view.id, late).finally(over);
}
