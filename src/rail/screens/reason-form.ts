import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { modal } from "../../platform/slack/blocks/modal.ts";
import { reasonIn, reasonInput } from "../../platform/slack/blocks/reason-field.ts";
import type { Filled, SubmittedView } from "../../platform/slack/blocks/state.ts";
import { askedInOf } from "../../platform/slack/intake/answering.ts";
import type { Click } from "../../platform/slack/intake/delivery.ts";
import { clickOf, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";

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
export function reasonForm(form: ReasonForm, about: AboutRail): ModalView {
  return modal({
    id: form.callbackId,
    title: form.title,
    submit: form.submit,
    close: "Cancel",
    carries: about,
    blocks: [...form.blocks, reasonInput(form)],
  });
}

/** Opens it for the Rail whose id the button carries; shows a message instead if the question is not possible. */
export async function openReasonForm(
  { action, body, client, respond }: ButtonArgs,
  form: (workspaceId: string, railId: string) => Promise<ReasonForm | Message>,
): Promise<void> {
  const railId = action.value ?? "";
  const found = await form(workspaceOf(body), railId);
  if ("text" in found) return void (await respond(privately(found)));
  await openView(client, body, reasonForm(found, { railId, askedIn: askedInOf(body) }));
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
