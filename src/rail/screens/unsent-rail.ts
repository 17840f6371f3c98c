import type { AllMiddlewareArgs, BlockAction, SlackActionMiddlewareArgs } from "@slack/bolt";
import type { NewRailDraft } from "../../destination/screens/destination-form.ts";
import { newRailDraft } from "../../destination/screens/destination-form.ts";
import { parsedJson } from "../../platform/process/json.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { callback } from "../../platform/slack/blocks/ids.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { CloseArgs } from "../../platform/slack/intake/listeners.ts";
import type { Context } from "../../request/context.ts";
import {
  findUnsentForm,
  keepUnsentForm,
  stampUnsentForm,
} from "../../request/queries/unsent-forms.ts";
import { awaitedIn } from "./destination-options.ts";
import { newRailView } from "./new-rail.ts";
import { draftIdIn, readNewRailDraft } from "./new-rail-form.ts";

/** The draft of a Rail that a person began in New Rail and did not submit. */

const schema = newRailDraft.pick({ askedIn: true, type: true, values: true });

type Begun = Pick<NewRailDraft, "askedIn" | "type" | "values">;
type Keeping = Pick<Context, "db" | "clock" | "draftsPerPerson">;

interface Whose {
  workspaceId: string;
  createdBy: string;
}

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
