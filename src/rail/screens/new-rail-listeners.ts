import type {
  BlockAction,
  BlockButtonAction,
  Middleware,
  SlackActionMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from "@slack/bolt";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { askedInOf } from "../../platform/slack/intake/answering.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import type { Context } from "../../request/context.ts";
import { draftRail } from "./draft-rail.ts";
import { newRailView, whyNotUsable } from "./new-rail.ts";
import { CHOICE_BLOCKS, readNewRailDraft, readNewRailForm } from "./new-rail-form.ts";
import { reviewDraftView } from "./review-draft.ts";

/** [New Rail] on the home: the empty form. */
export function newRailButton(
  deps: Context,
): Middleware<SlackActionMiddlewareArgs<BlockButtonAction>> {
  return async ({ body, client }) => {
    const askedIn = askedInOf(body);
    const form = { draftId: deps.newId(), askedIn, type: "ON_RAMP", values: {} } as const;
    await openView(client, body, await newRailView(deps, workspaceOf(body), form));
  };
}

/** Another type asks for other things: the form is drawn again, what was typed stays. */
export function chooseType(deps: Context): Middleware<SlackActionMiddlewareArgs<BlockAction>> {
  return async ({ body, client }) => {
    if (!body.view) return;
    const view = await newRailView(deps, workspaceOf(body), readNewRailDraft(body.view));
    await client.views.update({
      view_id: body.view.id,
      hash: body.view.hash,
      view: checkedView(view),
    });
  };
}

/** Review: keeps the draft and shows, in full, what would be asked for. */
export function submitNewRail(
  deps: Context,
): Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>> {
  return async ({ view, body, ack }) => {
    const workspaceId = workspaceOf(body);
    const form = readNewRailForm(view);
    if (!form.ok) return ack({ response_action: "errors", errors: form.errors });
    const { answers } = form;
    const drafted = await draftRail(deps, workspaceId, body.user.id, answers);
    if (drafted.ok) {
      const review = checkedView(await reviewDraftView(deps, drafted));
      return ack({ response_action: "push", view: review });
    }
    switch (drafted.because) {
      case "similar-exists": {
        const again = { ...readNewRailDraft(view), similarId: drafted.similar.id };
        const warned = await newRailView(deps, workspaceId, again);
        return ack({ response_action: "update", view: checkedView(warned) });
      }
      case "destination-not-usable": {
        const why = await whyNotUsable(deps, workspaceId, answers.destinationId);
        const errors = { [CHOICE_BLOCKS[answers.type].destinationId]: why };
        return ack({ response_action: "errors", errors });
      }
      case "asset-not-offered": {
        const errors = { [CHOICE_BLOCKS[answers.type].stablecoin]: NOT_OFFERED };
        return ack({ response_action: "errors", errors });
      }
    }
  };
}

const NOT_OFFERED = "These assets or this network are not offered here. Choose again.";
