import type { BlockButtonAction, Middleware, SlackActionMiddlewareArgs } from "@slack/bolt";
import { resumeAnswer } from "../answers/freeze.ts";
import { retryAnswer } from "../answers/health.ts";
import { deliveryOf, workspaceOf } from "./delivery.ts";
import type { ListenerDeps } from "./deps.ts";
import { privately } from "./privately.ts";

type ButtonListener = Middleware<SlackActionMiddlewareArgs<BlockButtonAction>>;

/** [Let sending go on]: one more who agrees. */
export function resumeButton(deps: ListenerDeps): ButtonListener {
  return async ({ body, respond }) => {
    const message = await resumeAnswer(deps, {
      workspaceId: workspaceOf(body),
      by: body.user.id,
      delivery: deliveryOf(body, "effect"),
    });
    if (message) await respond(privately(message));
  };
}

/** [Try them again] */
export function retryButton(deps: ListenerDeps): ButtonListener {
  return async ({ body, respond }) => {
    await respond(privately(await retryAnswer(deps, workspaceOf(body), body.user.id)));
  };
}
