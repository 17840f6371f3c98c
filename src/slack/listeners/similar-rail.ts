import type { BlockButtonAction, Middleware, SlackActionMiddlewareArgs } from "@slack/bolt";
import { railAnswer } from "../answers/show.ts";
import { checkedView } from "../checked.ts";
import { railModal } from "../views/rail-modal.ts";
import { workspaceOf } from "./delivery.ts";
import type { ListenerDeps } from "./deps.ts";

/** On top of the form: how to pay into the Rail that exists already. */
export function showSimilarRail(
  deps: ListenerDeps,
): Middleware<SlackActionMiddlewareArgs<BlockButtonAction>> {
  return async ({ action, body, client }) => {
    const message = await railAnswer(deps, workspaceOf(body), action.value ?? "");
    const view = checkedView(railModal(message));
    await client.views.push({ trigger_id: body.trigger_id, view });
  };
}
