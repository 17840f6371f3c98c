import type { Middleware, SlackViewMiddlewareArgs, ViewSubmitAction } from "@slack/bolt";
import type { WebClient } from "@slack/web-api";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { updateView } from "../../platform/slack/intake/update-view.ts";
import { newRailView } from "../../rail/screens/new-rail.ts";
import type { Context } from "../../request/context.ts";
import { askForApproval, tellAsked, whyNotAsked } from "../../request/screens/asking.ts";
import { draftDestination } from "../draft-destination.ts";
import { redraws } from "./add-destination.ts";
import { destinationErrors } from "./destination-errors.ts";
import type { DestinationDraft } from "./destination-form.ts";
import { readDestinationForm, valueBlock } from "./destination-form.ts";
import { checkedDestinationView, shownDigest } from "./destination-form-view.ts";

type SubmitListener = Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>>;

/** Checks the form; once that very content was shown with its check, asks for it. */
export function submitDestination(deps: Context): SubmitListener {
  return async ({ view, body, ack, client }) => {
    // A key press that is still being answered would draw over what is answered here.
    await redraws.settled(view.id);
    const workspaceId = workspaceOf(body);
    const form = readDestinationForm(view, deps.catalogue.networks);
    if (!form.ok) return ack({ response_action: "errors", errors: form.errors });
    const { answers, draft, value } = form;
    const drafted = await draftDestination(deps, workspaceId, body.user.id, answers);
    if (!drafted.ok) {
      // The same form, pressed twice: its request is there.
      if (drafted.because === "already-asked" && drafted.request.id === draft.draftId) return ack();
      return ack({ response_action: "errors", errors: destinationErrors(draft.kind, drafted) });
    }
    if (shownDigest(drafted) !== draft.shown) {
      const checked = { draft, value, drafted, requesterId: body.user.id };
      const next = checkedView(await checkedDestinationView(deps, workspaceId, checked));
      return ack({ response_action: "update", view: next });
    }

    const { draftId } = draft;
    const asked = await askForApproval(deps, body, { draftId, digest: drafted.digest });
    if (!asked.ok && asked.because !== "seen-before") {
      const errors = { [valueBlock(draft.kind)]: whyNotAsked(asked) };
      return ack({ response_action: "errors", errors });
    }
    await ack();
    if (!asked.ok) return;
    await tellAsked(deps, asked.request);
    await redrawUnder(deps, client, { workspaceId, draft, viewId: view.root_view_id });
  };
}

/** The New Rail form on which this one stood: what was just asked for now stands in its list. */
async function redrawUnder(
  deps: Context,
  client: WebClient,
  on: { workspaceId: string; draft: DestinationDraft; viewId: string | null },
): Promise<void> {
  const { under } = on.draft;
  if (!under || on.viewId === null) return;
  await updateView(client, on.viewId, await newRailView(deps, on.workspaceId, under));
}
