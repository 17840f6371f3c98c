import type { BlockButtonAction, Middleware, SlackActionMiddlewareArgs } from "@slack/bolt";
import { readPage } from "../../platform/slack/blocks/pages.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { inItsPlace, privately } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import type { Context } from "../../request/context.ts";
import { pendingAnswer, railsAnswer } from "./lists.ts";
import { railAnswer } from "./show.ts";

type ButtonListener = Middleware<SlackActionMiddlewareArgs<BlockButtonAction>>;

/** A page button redraws the private list in which it stands. */
function pageListener(
  answer: (workspaceId: string, page: number) => Promise<Message>,
): ButtonListener {
  return async ({ action, body, respond }) => {
    await respond(inItsPlace(await answer(workspaceOf(body), readPage(action.value) ?? 1)));
  };
}

export function railsPage(deps: Context): ButtonListener {
  return pageListener((workspaceId, page) => railsAnswer(deps, workspaceId, page));
}

export function pendingPage(deps: Context): ButtonListener {
  return pageListener((workspaceId, page) => pendingAnswer(deps, workspaceId, page));
}

/** [Open] and [Check again]: the Rail as the service shows it now. */
export function openRail(deps: Context): ButtonListener {
  return async ({ action, body, respond }) => {
    await respond(privately(await railAnswer(deps, workspaceOf(body), action.value ?? "")));
  };
}
