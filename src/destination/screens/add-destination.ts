import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { askedInOf } from "../../platform/slack/intake/answering.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonListener, SubmitListener } from "../../platform/slack/intake/listeners.ts";
import type { NewestOnly } from "../../platform/slack/intake/newest-only.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import { updateView } from "../../platform/slack/intake/update-view.ts";
import type { Context } from "../../request/context.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { askForApproval, tellAsked, whyNotAsked } from "../../request/screens/asking.ts";
import { draftDestination } from "../draft-destination.ts";
import { destinationErrors } from "./destination-errors.ts";
import type { NewRailDraft } from "./destination-form.ts";
import { readDestinationDraft, readDestinationForm, valueBlock } from "./destination-form.ts";
import {
  checkedDestinationView,
  destinationFormView,
  importPrefill,
  shownDigest,
} from "./destination-form-view.ts";

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
  context: Context,
  workspaceId: string,
  { askedIn, kind, isImport, serviceId }: AddDestination,
): Promise<ModalView> {
  const start = await importPrefill(context, workspaceId, serviceId);
  return destinationFormView(context, workspaceId, {
    draftId: context.newId(),
    askedIn,
    isImport,
    isKindOpen: kind === null,
    ...start,
    ...(kind !== null && { kind }),
  });
}

/** [Add wallet], [Add bank account] and [Import…] under the list of destinations. */
export function addDestinationButton(
  context: Context,
  { kind, isImport }: Pick<AddDestination, "kind" | "isImport">,
): ButtonListener {
  return async ({ action, body, client }) => {
    const view = await addDestinationView(context, workspaceOf(body), {
      askedIn: askedInOf(body),
      kind,
      isImport,
      serviceId: isImport ? readImported(action.value) : undefined,
    });
    await openView(client, body, view);
  };
}

/** Draws the form again after each choice and key press. Only submitting it looks up who presses. */
export function redrawDestination(
  context: Context,
  redraws: NewestOnly,
): Middleware<SlackActionMiddlewareArgs<BlockAction>> {
  return async ({ ack, body, client }) => {
    await ack();
    const { view } = body;
    if (!view) return;
    await redraws.run(view.id, async () => {
      const draft = { ...readDestinationDraft(view), shown: undefined };
      const redrawn = await destinationFormView(context, workspaceOf(body), draft);
      await updateView(client, view.id, redrawn);
    });
  };
}

const imported = z.strictObject({ serviceId: z.string().max(255).nullable() });

function readImported(value: string | undefined): string | undefined {
  return imported.safeParse(parsedJson(value)).data?.serviceId ?? undefined;
}

/** The form below as it is drawn now: what was just asked for stands in its list. */
type DrawBelow = (workspaceId: string, below: NewRailDraft) => Promise<ModalView>;

/** Checks the form, and asks for its content once exactly that was shown with its check. */
export function submitDestinationForm(
  context: Context,
  redraws: NewestOnly,
  drawBelow: DrawBelow,
): SubmitListener {
  return async ({ view, body, ack, client }) => {
    // A key press that is still being answered would draw over what is answered here.
    await redraws.settled(view.id);
    const workspaceId = workspaceOf(body);
    const form = readDestinationForm(view, context.catalogue.networks);
    if (!form.ok) return ack({ response_action: "errors", errors: form.errors });
    const { answers, draft, value } = form;
    const drafted = await draftDestination(context, workspaceId, body.user.id, answers);
    if (!drafted.ok) {
      // The form was pressed twice: its request exists.
      if (drafted.because === "already-asked" && drafted.request.id === draft.draftId) return ack();
      return ack({ response_action: "errors", errors: destinationErrors(draft.kind, drafted) });
    }
    if (shownDigest(drafted) !== draft.shown) {
      const checked = { draft, value, drafted, requesterId: body.user.id };
      const next = checkedView(await checkedDestinationView(context, workspaceId, checked));
      return ack({ response_action: "update", view: next });
    }

    const { draftId } = draft;
    const asked = await askForApproval(context, body, { draftId, digest: drafted.digest });
    if (!asked.ok && asked.because !== "seen-before") {
      const errors = { [valueBlock(draft.kind)]: whyNotAsked(asked) };
      return ack({ response_action: "errors", errors });
    }
    await ack();
    if (!asked.ok) return;
    await tellAsked(context, asked.request);
    const { under } = draft;
    if (!under || view.root_view_id === null) return;
    await updateView(client, view.root_view_id, await drawBelow(workspaceId, under));
  };
}
