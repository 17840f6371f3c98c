import type { BlockButtonAction, Middleware, SlackActionMiddlewareArgs } from "@slack/bolt";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { Context } from "../../request/context.ts";
import { railModal } from "./rail-modal.ts";
import { railAnswer } from "./show.ts";

/** On top of the form: how to pay into the Rail that exists already. */
export function showSimilarRail(
  deps: Context,
): Middleware<SlackActionMiddlewareArgs<BlockButtonAction>> {
  return async ({ action, body, client }) => {
    const message = await railAnswer(deps, workspaceOf(body), action.value ?? "");
    const view = checkedView(railModal(message));
    await client.views.push({ trigger_id: body.trigger_id, view });
  };
}
