import type {
  BlockAction,
  BlockButtonAction,
  Middleware,
  SlackActionMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from "@slack/bolt";
import { draftRail } from "../../services/draft-rail.ts";
import { newRailView } from "../answers/new-rail.ts";
import { checkedView } from "../checked.ts";
import { CHOICE_BLOCKS, readNewRailDraft, readNewRailForm } from "../forms/new-rail-form.ts";
import { openView } from "../open-view.ts";
import { reviewDraftModal } from "../views/review-draft-modal.ts";
import { workspaceOf } from "./delivery.ts";
import type { ListenerDeps } from "./deps.ts";

/** [New Rail] on the home: the empty form. */
export function newRailButton(
  deps: ListenerDeps,
): Middleware<SlackActionMiddlewareArgs<BlockButtonAction>> {
  return async ({ body, client }) => {
    const askedIn = body.channel?.id ?? body.user.id;
    const form = { draftId: deps.newId(), askedIn, type: "ON_RAMP", values: {} } as const;
    await openView(client, body.trigger_id, await newRailView(deps, workspaceOf(body), form));
  };
}

/** Another type asks for other things: the form is drawn again, what was typed stays. */
export function chooseType(deps: ListenerDeps): Middleware<SlackActionMiddlewareArgs<BlockAction>> {
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
  deps: ListenerDeps,
): Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>> {
  return async ({ view, body, ack }) => {
    const workspaceId = workspaceOf(body);
    const form = readNewRailForm(view);
    if (!form.ok) return ack({ response_action: "errors", errors: form.errors });
    const { answers } = form;
    const drafted = await draftRail(deps, workspaceId, body.user.id, answers);
    if (drafted.ok) {
      const { draft, digest, connection, destination } = drafted;
      const review = reviewDraftModal({
        draftId: draft.id,
        draftDigest: digest,
        change: draft.change,
        destination,
        policy: await deps.store.currentPolicy(workspaceId),
        requesterId: body.user.id,
        connection,
        workspaceName: await deps.store.workspaceName(workspaceId),
        now: deps.clock(),
        expiresInHours: deps.expiresInHours,
      });
      return ack({ response_action: "push", view: checkedView(review) });
    }
    switch (drafted.because) {
      case "similar-exists": {
        const again = { ...readNewRailDraft(view), similar: drafted.similar };
        const warned = await newRailView(deps, workspaceId, again);
        return ack({ response_action: "update", view: checkedView(warned) });
      }
      case "destination-not-usable":
        return ack({
          response_action: "errors",
          errors: errorAt(answers.type, "destinationId", GONE),
        });
      case "asset-not-offered":
        return ack({
          response_action: "errors",
          errors: errorAt(answers.type, "stablecoin", NOT_OFFERED),
        });
    }
  };
}

const GONE = "This destination can no longer be used. Choose another.";
const NOT_OFFERED = "These assets or this network are not offered here. Choose again.";

function errorAt(
  type: "ON_RAMP" | "OFF_RAMP",
  field: "destinationId" | "stablecoin",
  error: string,
) {
  return { [CHOICE_BLOCKS[type][field]]: error };
}
