import type { BlockButtonAction, Middleware, SlackActionMiddlewareArgs } from "@slack/bolt";
import { retryAnswer } from "../answers/health.ts";
import { workspaceOf } from "./delivery.ts";
import type { ListenerDeps } from "./deps.ts";
import { privately } from "./privately.ts";

/** [Try them again] */
export function retryButton(
  deps: ListenerDeps,
): Middleware<SlackActionMiddlewareArgs<BlockButtonAction>> {
  return async ({ body, respond }) => {
    await respond(privately(await retryAnswer(deps, workspaceOf(body), body.user.id)));
  };
}
