import type { AllMiddlewareArgs, BlockAction, SlackActionMiddlewareArgs } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import {
  destinationFormView,
  submitDestinationForm,
} from "../../destination/screens/add-destination.ts";
import type { NewRailDraft } from "../../destination/screens/destination-form.ts";
import { newRailDraft } from "../../destination/screens/destination-form.ts";
import { parsedJson } from "../../platform/process/json.ts";
import type { RailType } from "../../platform/rail-api/rules/rail.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { callback } from "../../platform/slack/blocks/ids.ts";
import { askedInOf } from "../../platform/slack/intake/answering.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, CloseArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import { readButtonValue } from "../../request/card/button-value.ts";
import type { Command } from "../../request/command.ts";
import type { Context } from "../../request/context.ts";
import { findRequest } from "../../request/queries/requests.ts";
import type { Whose } from "../../request/queries/unsent-forms.ts";
import {
  findUnsentForm,
  forgetUnsentForm,
  keepUnsentForm,
  stampUnsentForm,
} from "../../request/queries/unsent-forms.ts";
import { destinationKind } from "../../request/rules/destination.ts";
import { subjectOf } from "../../request/rules/kind-rules.ts";
import { GONE } from "../../request/screens/whose-request.ts";
import { awaitedIn, awaitedValue } from "./destination-options.ts";
import { chosenDestination } from "./draft-rail.ts";
import { newRailView } from "./new-rail.ts";
import { draftIdIn, readNewRailDraft } from "./new-rail-form.ts";

const TYPES = new Map<string, RailType | null>([
  ["", null],
  ["on", "ON_RAMP"],
  ["off", "OFF_RAMP"],
]);

export const newCommand: Command<{ type: RailType | null }> = {
  verb: "new",
  usage: { takes: "[on|off]", does: "requests a Rail: on-ramp or off-ramp" },
  act: () => "create-rail",
  parse(typed) {
    const type = TYPES.get(typed.toLowerCase());
    return type === undefined ? { ok: false, problem: PROBLEM } : { ok: true, args: { type } };
  },
  answer: (context, { type }, { workspaceId, userId, askedIn }) =>
    beginning(context, { workspaceId, createdBy: userId }, askedIn, type),
};

const PROBLEM = "After new, type on, off or nothing.";

/** [New Rail] on the home. */
export async function newRailButton(context: Context, { body, client }: ButtonArgs): Promise<void> {
  const whose = { workspaceId: workspaceOf(body), createdBy: body.user.id };
  await openView(client, body, await beginning(context, whose, askedInOf(body), null));
}

/** A closed form is kept for this long. */
const KEPT_MS = 10 * 60_000;

/** The form with the draft that the person closed a moment ago, unless they now ask for the other type; empty without one. */
async function beginning(
  context: Context,
  whose: Whose,
  askedIn: string,
  type: RailType | null,
): Promise<ModalView> {
  const { db, clock } = context;
  const draftId = context.newId();
  const now = clock();
  const since = new Date(Date.parse(now) - KEPT_MS).toISOString();
  const begun = await findUnsentRail(context, whose, { since });
  const isMeant = begun && (type === null || type === begun.type);
  // A draft belongs to one place and one form: under its former id, a reviewed draft would keep the former place.
  if (isMeant) await stampUnsentForm(db, { ...whose, id: begun.id }, now, draftId);
  const form = isMeant ? begun : { type: type ?? "ON_RAMP", values: {} };
  return newRailView(context, whose.workspaceId, { ...form, draftId, askedIn });
}

/** [Start empty] in a form that began with a draft. */
export async function emptyNewRail(context: Context, { body, client }: ButtonArgs): Promise<void> {
  if (!body.view) return;
  const workspaceId = workspaceOf(body);
  const { draftId: id, askedIn, type } = readNewRailDraft(body.view);
  await forgetUnsentForm(context.db, { workspaceId, createdBy: body.user.id, id });
  const empty = { draftId: context.newId(), askedIn, type, values: {}, isEmptied: true };
  const view = checkedView(await newRailView(context, workspaceId, empty));
  await client.views.update({ view_id: body.view.id, hash: body.view.hash, view });
}

/** [Continue your draft]: New Rail with the draft that waited for this request, and with its destination. */
export async function continueDraft(
  context: Context,
  { action, body, client, respond }: ButtonArgs,
): Promise<void> {
  const workspaceId = workspaceOf(body);
  const requestId = readButtonValue(action.value)?.requestId ?? "";
  const request = await findRequest(context.db, { workspaceId, requestId });
  const subject = request && subjectOf(request);
  if (!subject) return void (await respond(privately(GONE)));
  const whose = { workspaceId, createdBy: body.user.id };
  const begun = await findUnsentRail(context, whose, { waitsFor: requestId });
  const { connectionId } = request;
  const awaited = awaitedValue(requestId);
  const found = await chosenDestination(context.db, { workspaceId, connectionId }, awaited);
  const type = subject.details.kind === "wallet" ? "ON_RAMP" : "OFF_RAMP";
  const view = await newRailView(context, workspaceId, {
    draftId: begun?.id ?? context.newId(),
    askedIn: begun?.askedIn ?? askedInOf(body),
    type,
    values: { ...begun?.values, destinationId: found?.id ?? awaited },
  });
  await openView(client, body, view);
}

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

/** The draft of a Rail that a person began in New Rail and did not submit. */
const schema = newRailDraft.pick({ askedIn: true, type: true, values: true });

type Begun = Pick<NewRailDraft, "askedIn" | "type" | "values">;
type Keeping = Pick<Context, "db" | "clock" | "draftsPerPerson">;

/** Keeps the content of the form, unless it is empty. A draft with a requested destination waits for that request. */
export async function keepUnsentRail(
  { db, clock, draftsPerPerson }: Keeping,
  whose: Whose,
  { draftId: id, askedIn, type, values }: Pick<NewRailDraft, "draftId"> & Begun,
): Promise<void> {
  if (Object.values(values).every((each) => (each ?? "") === "")) return;
  const form = JSON.stringify({ askedIn, type, values } satisfies Begun);
  const waitsFor = awaitedIn(values.destinationId ?? "") ?? null;
  await keepUnsentForm(db, { id, ...whose, form, waitsFor }, clock(), draftsPerPerson);
}

/** Undefined if nothing is kept that this release can read. */
export async function findUnsentRail(
  { db }: Pick<Context, "db">,
  whose: Whose,
  which: Parameters<typeof findUnsentForm>[2],
): Promise<(Begun & { id: string; keptAt: string }) | undefined> {
  const found = await findUnsentForm(db, whose, which);
  const begun = schema.safeParse(parsedJson(found?.form)).data;
  return found && begun && { ...begun, id: found.id, keptAt: found.keptAt };
}

type ActionArgs = Pick<
  SlackActionMiddlewareArgs<BlockAction> & AllMiddlewareArgs,
  "body" | "client"
>;

/** A key press or a choice: Slack no longer tells the fields of a closed form. */
export async function keepTyped(context: Keeping, { body }: ActionArgs): Promise<void> {
  if (body.view?.callback_id !== callback.newRail) return;
  const whose = { workspaceId: workspaceOf(body), createdBy: body.user.id };
  await keepUnsentRail(context, whose, readNewRailDraft(body.view));
}

/** Another type needs other fields: the form is redrawn, and the typed texts stay. */
export async function chooseType(context: Context, args: ActionArgs): Promise<void> {
  const { body, client } = args;
  if (!body.view) return;
  await keepTyped(context, args);
  const view = await newRailView(context, workspaceOf(body), readNewRailDraft(body.view));
  await client.views.update({
    view_id: body.view.id,
    hash: body.view.hash,
    view: checkedView(view),
  });
}

/** The time for which a draft is kept begins when its form is closed. */
export async function stampClosed(
  { db, clock }: Pick<Context, "db" | "clock">,
  { ack, body, view }: CloseArgs,
): Promise<void> {
  await ack();
  const whose = { workspaceId: workspaceOf(body), createdBy: body.user.id };
  await stampUnsentForm(db, { ...whose, id: draftIdIn(view) }, clock());
}
