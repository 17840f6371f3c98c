import type {
  BlockButtonAction,
  BlockStaticSelectAction,
  Middleware,
  SlackActionMiddlewareArgs,
} from "@slack/bolt";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { inItsPlace } from "../../platform/slack/intake/privately.ts";
import type { Context } from "../../request/context.ts";
import { destinationsAnswer } from "./destinations.ts";
import { EVERYTHING, filtered, readRegisterQuery } from "./register-query.ts";

/** Another page of the register, in the place of the private list in which the button stands. */
export function destinationsPage(
  deps: Context,
): Middleware<SlackActionMiddlewareArgs<BlockButtonAction>> {
  return async ({ action, body, respond }) => {
    const query = readRegisterQuery(action.value) ?? EVERYTHING;
    await respond(inItsPlace(await destinationsAnswer(deps, workspaceOf(body), query)));
  };
}

/** Another filter: the first page of it, with the same search. */
export function filterDestinations(
  deps: Context,
): Middleware<SlackActionMiddlewareArgs<BlockStaticSelectAction>> {
  return async ({ action, body, respond }) => {
    const query = filtered(action.block_id, action.selected_option.value);
    await respond(inItsPlace(await destinationsAnswer(deps, workspaceOf(body), query)));
  };
}
