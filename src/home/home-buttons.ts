import type {
  BlockButtonAction,
  Middleware,
  SlackActionMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from "@slack/bolt";
import { checkAnswer } from "../check/check-answer.ts";
import { checkModal, readCheckModal } from "../check/check-modal.ts";
import { freezeSending } from "../freeze/freeze.ts";
import { freezeAnswer } from "../freeze/freeze-answer.ts";
import { freezeModal, readFreezeModal } from "../freeze/freeze-modal.ts";
import { answerModal } from "../platform/slack/blocks/answer-modal.ts";
import { checkedView } from "../platform/slack/blocks/checked.ts";
import { deliveryOf, workspaceOf } from "../platform/slack/intake/delivery.ts";
import { openView } from "../platform/slack/intake/open-view.ts";
import { privately } from "../platform/slack/intake/privately.ts";
import type { Context } from "../request/context.ts";
import { healthAnswer } from "./health-answer.ts";
import { help } from "./help.ts";

type ButtonListener = Middleware<SlackActionMiddlewareArgs<BlockButtonAction>>;
type SubmitListener = Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>>;

/** What the Home offers beside the lists: the verbs that a command has words for. */

export function healthButton(deps: Context): ButtonListener {
  return async ({ body, respond }) => {
    await respond(privately(await healthAnswer(deps, workspaceOf(body), body.user.id)));
  };
}

export function helpButton({ command }: Context): ButtonListener {
  return async ({ respond }) => {
    await respond(privately(help({ command })));
  };
}

export function checkButton(): ButtonListener {
  return ({ body, client }) => openView(client, body, checkModal());
}

/** What stands in the text is said in the place of the form. */
export function submitCheck(deps: Context): SubmitListener {
  return async ({ view, body, ack }) => {
    const { blocks } = await checkAnswer(deps, workspaceOf(body), readCheckModal(view));
    await ack({
      response_action: "update",
      view: checkedView(answerModal({ blocks }, body.user.id)),
    });
  };
}

export function freezeButton(): ButtonListener {
  return ({ body, client }) => openView(client, body, freezeModal());
}

/** Sending has stopped when Slack is told that the form has arrived. */
export function submitFreeze(deps: Context): SubmitListener {
  return async ({ view, body, ack }) => {
    const workspaceId = workspaceOf(body);
    const delivery = deliveryOf(body, "effect");
    const reason = readFreezeModal(view);
    const answer = await freezeSending(deps, { workspaceId, by: body.user.id, reason, delivery });
    const message = await freezeAnswer(deps, workspaceId, answer);
    if (!message) return ack();
    await ack({
      response_action: "update",
      view: checkedView(answerModal(message, body.user.id)),
    });
  };
}
