import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import type { Db } from "../../platform/database/schema.ts";
import { parsedJson } from "../../platform/process/json.ts";
import { modal } from "../../platform/slack/blocks/modal.ts";
import { reasonIn, reasonInput } from "../../platform/slack/blocks/reason-field.ts";
import { richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Filled, SubmittedView } from "../../platform/slack/blocks/state.ts";
import { askedInOf } from "../../platform/slack/intake/answering.ts";
import type { Click } from "../../platform/slack/intake/delivery.ts";
import { clickOf, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import type { Context } from "../../request/context.ts";
import { findConnectionOf, findSeenRail } from "../../request/queries/disputes.ts";
import { code, TYPE_NAMES } from "../../request/words.ts";
import { requestOfRail } from "./rail-facts.ts";

interface ReasonForm {
  callbackId: string;
  title: string;
  submit: string;
  /** Above the question. */
  blocks: readonly KnownBlock[];
  label: string;
  hint: string;
}

interface AboutRail {
  railId: string;
  askedIn: string;
}

/** Asks why something is done about one Rail; `readReasonForm` reads it. */
function reasonForm(form: ReasonForm, about: AboutRail): ModalView {
  return modal({
    id: form.callbackId,
    title: form.title,
    submit: form.submit,
    close: "Cancel",
    carries: about,
    blocks: [...form.blocks, reasonInput(form)],
  });
}

/**
 * Opens it for the Rail whose id the button carries, which it names; shows a message instead if the question is not
 * possible.
 */
export async function openReasonForm(
  { db }: Pick<Context, "db">,
  { action, body, client, respond }: ButtonArgs,
  form: (workspaceId: string, railId: string) => Promise<ReasonForm | Message>,
): Promise<void> {
  const railId = action.value ?? "";
  const found = await form(workspaceOf(body), railId);
  if ("text" in found) return void (await respond(privately(found)));
  const blocks = [await railLine(db, workspaceOf(body), railId), ...found.blocks];
  const about = { railId, askedIn: askedInOf(body) };
  await openView(client, body, reasonForm({ ...found, blocks }, about));
}

/** Never in bold: the Rail may differ from what was approved under its name. */
async function railLine(db: Db, workspaceId: string, railId: string): Promise<KnownBlock> {
  const connectionId = await findConnectionOf(db, workspaceId, railId);
  const request = await requestOfRail(db, connectionId, railId);
  const seen = await findSeenRail(db, connectionId, railId);
  const named = request ? `Rail “${shortened(request.content.change.name, 60)}”` : "Rail";
  const id = shortened(railId, 60, "without an id");
  return richText([
    `${named} ${id}`,
    seen &&
      ` · ${TYPE_NAMES[seen.type]} ${code(seen.sourceAsset)} → ${code(seen.destinationAsset)} to “${shortened(seen.destination.displayName, 60)}”`,
  ]);
}

/** Does this with a form that was filled in right. */
export async function submitReason(
  { view, body, ack }: SubmitArgs,
  label: string,
  submit: (form: FilledReason) => Promise<void>,
): Promise<void> {
  const form = readReasonForm(view, label);
  if (!form.ok) return ack({ response_action: "errors", errors: form.errors });
  await submit({ ...form, ...clickOf(body) });
}

const metadata = z.strictObject({ railId: z.string(), askedIn: z.string() });

export interface FilledReason extends AboutRail, Click {
  reason: string;
}

/** Throws a ZodError when the view is not one of ours. */
export function readReasonForm(
  view: SubmittedView,
  label: string,
): Filled<AboutRail & { reason: string }> {
  const about = metadata.parse(parsedJson(view.private_metadata));
  const read = reasonIn(view, { label });
  return read.ok ? { ...read, ...about } : read;
}
