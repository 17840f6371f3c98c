import type { BlockButtonAction, Middleware, SlackActionMiddlewareArgs } from "@slack/bolt";
import { deliveryOf, workspaceOf } from "../platform/slack/intake/delivery.ts";
import { privately } from "../platform/slack/intake/privately.ts";
import type { Context } from "../request/context.ts";
import { retryAnswer } from "./health-answer.ts";

/** [Try them again] */
export function retryButton(
  deps: Context,
): Middleware<SlackActionMiddlewareArgs<BlockButtonAction>> {
  return async ({ body, respond }) => {
    const delivery = deliveryOf(body, "effect");
    const answer = await retryAnswer(deps, workspaceOf(body), body.user.id, delivery);
    if (answer) await respond(privately(answer));
  };
}
