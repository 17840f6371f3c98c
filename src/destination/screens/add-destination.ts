import type {
  BlockAction,
  BlockButtonAction,
  Middleware,
  SlackActionMiddlewareArgs,
} from "@slack/bolt";
import type { ModalView } from "@slack/types";
import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { askedInOf } from "../../platform/slack/intake/answering.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { createNewestOnly } from "../../platform/slack/intake/newest-only.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import { updateView } from "../../platform/slack/intake/update-view.ts";
import { readNewRailDraft } from "../../rail/screens/new-rail-form.ts";
import type { Context } from "../../request/context.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { destinationKind } from "../../request/rules/destination.ts";
import { readDestinationDraft } from "./destination-form.ts";
import { destinationFormView, importPrefill } from "./destination-form-view.ts";

type ButtonListener = Middleware<SlackActionMiddlewareArgs<BlockButtonAction>>;

export interface AddDestination {
  askedIn: string;
  /** Null where people choose in the form. */
  kind: Destination["kind"] | null;
  isImport: boolean;
  /** The service's id of what is imported, where it is known. */
  serviceId?: string | undefined;
}

/** The form in which a destination is whitelisted or imported, on its own. */
export async function addDestinationView(
  deps: Context,
  workspaceId: string,
  { askedIn, kind, isImport, serviceId }: AddDestination,
): Promise<ModalView> {
  const start = await importPrefill(deps, workspaceId, serviceId);
  return destinationFormView(deps, workspaceId, {
    draftId: deps.newId(),
    askedIn,
    isImport,
    isKindOpen: kind === null,
    ...start,
    ...(kind !== null && { kind }),
  });
}

/** [Add wallet], [Add bank account] and [Import…] under the list of destinations. */
export function addDestinationButton(
  deps: Context,
  { kind, isImport }: Pick<AddDestination, "kind" | "isImport">,
): ButtonListener {
  return async ({ action, body, client }) => {
    const view = await addDestinationView(deps, workspaceOf(body), {
      askedIn: askedInOf(body),
      kind,
      isImport,
      serviceId: isImport ? readImported(action.value) : undefined,
    });
    await openView(client, body, view);
  };
}

/** In New Rail: the same form on top of it, for what the Rail would deliver into. */
export function whitelistAnother(deps: Context): ButtonListener {
  return async ({ body, client }) => {
    if (!body.view) return;
    const under = readNewRailDraft(body.view);
    const view = await destinationFormView(deps, workspaceOf(body), {
      draftId: deps.newId(),
      askedIn: under.askedIn,
      kind: destinationKind(under.type),
      isImport: false,
      isKindOpen: false,
      under,
      values: {},
    });
    await client.views.push({ trigger_id: body.trigger_id, view: checkedView(view) });
  };
}

/** One form is drawn by one press at a time, whichever bot of this process it belongs to: the ids of views are Slack's. */
export const redraws = createNewestOnly();

/**
 * Another kind or network was chosen, or a key pressed: the form is drawn again with what it says of that now. Who presses
 * is not looked up each time: the form was opened for them, and submitting it asks who they are.
 */
export function redrawDestination(
  deps: Context,
): Middleware<SlackActionMiddlewareArgs<BlockAction>> {
  return async ({ ack, body, client }) => {
    await ack();
    const { view } = body;
    if (!view) return;
    await redraws.run(view.id, async () => {
      const draft = { ...readDestinationDraft(view), shown: undefined };
      await updateView(client, view.id, await destinationFormView(deps, workspaceOf(body), draft));
    });
  };
}

const imported = z.strictObject({ serviceId: z.string().max(255).nullable() });

function readImported(value: string | undefined): string | undefined {
  return imported.safeParse(parsedJson(value)).data?.serviceId ?? undefined;
}
