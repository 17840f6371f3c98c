import {
  destinationFormView,
  submitDestinationForm,
} from "../../destination/screens/add-destination.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import type { Context } from "../../request/context.ts";
import { destinationKind } from "../../request/rules/destination.ts";
import { awaitedValue } from "./destination-options.ts";
import { newRailView } from "./new-rail.ts";
import { readNewRailDraft } from "./new-rail-form.ts";
import { findUnsentRail, keepUnsentRail } from "./unsent-rail.ts";

/** Opens the form for a destination on top of New Rail, for the kind into which the Rail would deliver. */
export async function whitelistAnother(context: Context, { body, client }: ButtonArgs) {
  if (!body.view) return;
  const under = readNewRailDraft(body.view);
  const view = await destinationFormView(context, workspaceOf(body), {
    draftId: context.newId(),
    askedIn: under.askedIn,
    kind: destinationKind(under.type),
    isImport: false,
    isKindOpen: false,
    under,
    values: {},
  });
  await client.views.push({ trigger_id: body.trigger_id, view: checkedView(view) });
}

/**
 * Submits the form for a destination. New Rail below then has the destination chosen, and its draft waits for it:
 * texts that had no room in this form are already in the draft.
 */
export function submitDestination(context: Context, args: SubmitArgs): Promise<void> {
  return submitDestinationForm(context, args, async ({ workspaceId, requestedBy, id }, below) => {
    const whose = { workspaceId, createdBy: requestedBy };
    const begun = await findUnsentRail(context, whose, { id: below.draftId });
    const inForm = Object.fromEntries(
      Object.entries(below.values).filter(([, value]) => value !== undefined),
    );
    const values = { ...begun?.values, ...inForm, destinationId: awaitedValue(id) };
    await keepUnsentRail(context, whose, { ...below, values });
    return newRailView(context, workspaceId, { ...below, values });
  });
}
