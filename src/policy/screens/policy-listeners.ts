import type {
  BlockButtonAction,
  Middleware,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from "@slack/bolt";
import type { PolicyCommand } from "../../home/parse-rail-command.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { readPage } from "../../platform/slack/blocks/pages.ts";
import { refusalModal } from "../../platform/slack/blocks/refusal-modal.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import { inItsPlace } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import type { Context } from "../../request/context.ts";
import {
  policyAnswer,
  policyHistoryAnswer,
  policyQuestionView,
  policyTestAnswer,
  policyTestTold,
  policyTextView,
} from "./policy-answers.ts";
import { readPolicyQuestionModal } from "./policy-question-modal.ts";

type Client = Parameters<typeof openView>[0];

/** `/rail policy …`; nothing to say where it opens a form. */
export async function policyCommand(
  deps: Context,
  parsed: PolicyCommand,
  { command, client }: Pick<SlackCommandMiddlewareArgs, "command"> & { client: Client },
): Promise<Message | undefined> {
  const { team_id: workspaceId, user_id: userId, channel_id: askedIn } = command;
  switch (parsed.verb) {
    case "show":
      return policyAnswer(deps, workspaceId, parsed.page);
    case "history":
      return policyHistoryAnswer(deps, workspaceId, parsed.page);
    case "test": {
      const { words } = parsed;
      if (words.length > 0) return policyTestAnswer(deps, workspaceId, { words, userId });
      await openView(client, command, policyQuestionView(deps, userId));
      return undefined;
    }
    case "propose": {
      const view = await policyTextView(deps, workspaceId, askedIn);
      if ("text" in view) return view;
      await openView(client, command, view);
      return undefined;
    }
  }
}

type ButtonListener = Middleware<SlackActionMiddlewareArgs<BlockButtonAction>>;

export function policyPage(deps: Context): ButtonListener {
  return async ({ action, body, respond }) => {
    const page = readPage(action.value) ?? 1;
    await respond(inItsPlace(await policyAnswer(deps, workspaceOf(body), page)));
  };
}

export function policyHistoryPage(deps: Context): ButtonListener {
  return async ({ action, body, respond }) => {
    const page = readPage(action.value) ?? 1;
    await respond(inItsPlace(await policyHistoryAnswer(deps, workspaceOf(body), page)));
  };
}

/** Test: the answer takes the place of the form. */
export function submitPolicyQuestion(
  deps: Context,
): Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>> {
  return async ({ view, body, ack }) => {
    const read = readPolicyQuestionModal(view, body.user.id);
    if (!read.ok) return ack({ response_action: "errors", errors: read.errors });
    const asked = { by: body.user.id, question: read.question };
    const message = await policyTestTold(deps, workspaceOf(body), asked);
    const answer = checkedView(refusalModal({ title: "Which rule decides", message }));
    await ack({ response_action: "update", view: answer });
  };
}
