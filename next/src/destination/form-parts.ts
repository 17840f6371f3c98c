import type { InputBlock, ModalView } from "@slack/types";
import { input } from "../platform/slack/blocks/blocks.ts";
import { textInput } from "../platform/slack/blocks/elements.ts";
import type { Answer } from "../platform/slack/bolt.ts";
import type { Delivery, Values } from "../platform/slack/delivery.ts";
import { faultOfText } from "../platform/text/typed-text.ts";
import { LONGEST_REASON, NAME_LENGTH } from "../request/card/change-lines.ts";
import type { Context } from "../request/engine/context.ts";
import { kindOf } from "../request/engine/kind.ts";
import { admit } from "../request/forms/admit.ts";
import type { Asking, AskScreen } from "../request/forms/ask-screen.ts";
import type { Frame } from "../request/forms/review-blocks.ts";
import { refusalMessage, tell } from "../request/forms/tell.ts";
import { type Content, isOfKind } from "../request/rules/content.ts";
import { readRequest } from "../request/store/requests.ts";

// What the forms that ask for something have in common.

/** What was typed or chosen, without spaces around it; empty for nothing. The block's and its element's id are one. */
export function textIn(values: Values, field: string): string {
  const value = values[field]?.[field];
  return typeof value === "string" ? value.trim() : "";
}

const NAME = "name";
const REASON = "reason";

interface Texts {
  name: string;
  reason: string;
}

export function textInputs({ name, reason }: Partial<Texts>, nameHint: string): InputBlock[] {
  return [
    input(NAME, "Name", textInput(NAME, name ?? null, { max: NAME_LENGTH }), { hint: nameHint }),
    input(
      REASON,
      "Reason",
      textInput(REASON, reason ?? null, { isMultiline: true, max: LONGEST_REASON }),
      { hint: "Shown to approvers." },
    ),
  ];
}

export const readTexts = (values: Values): Texts => ({
  name: textIn(values, NAME),
  reason: textIn(values, REASON),
});

/** Errors by field; `nameFault`: what else is wrong with the name. */
export function faultsOfTexts({ name, reason }: Texts, nameFault?: string) {
  return {
    [NAME]: faultOfText(name, { label: "Name", max: NAME_LENGTH }) ?? nameFault,
    [REASON]: faultOfText(reason, { label: "Reason", max: LONGEST_REASON, isMultiline: true }),
  };
}

/** Only fields with an error; null where there is none. */
export function errorsOf(faults: Record<string, string | undefined>) {
  const found = Object.entries(faults).flatMap(([field, fault]) => (fault ? [[field, fault]] : []));
  return found.length === 0 ? null : { errors: Object.fromEntries(found) };
}

/** Draws a form anew after a choice on which its other fields depend. What was typed stays. */
export async function redraw<Answers>(
  screen: AskScreen<Answers>,
  context: Context,
  delivery: Delivery,
  answers: Partial<Answers>,
  answer: Answer,
): Promise<void> {
  answer.ack();
  const { workspace, person: by, view } = delivery;
  const admitted = await admit(context, delivery, "ask");
  if (!admitted.ok) return tell(context, delivery, refusalMessage(admitted.because, null));
  if (!view) return;
  const drawn = await screen.draw({ context, ...admitted, by }, answers, view.metadata);
  await context.slack.updateView(workspace, view.id, drawn, view.hash);
}

/** What approvers will see, drawn for the requester. */
export async function drawReview(
  { context, ground, inForce, by }: Asking,
  content: Content,
  frame: Frame,
): Promise<ModalView> {
  const { db, kinds, self } = context;
  const { workspace, forces, now } = ground;
  const read = async (id: string | null) => {
    const found = id === null ? null : await readRequest(db, workspace, id);
    return found?.is === "intact" ? found.request : null;
  };
  const isRail = isOfKind(content, "create-rail");
  return kindOf(kinds, content).review(
    {
      content,
      requestedBy: by,
      settings: inForce.settings,
      resume: await read(forces.frozen),
      account: { name: self.team, environment: content.connection.environment },
      now,
      destination: await read(isRail ? content.change.destination.request : null),
      sending: [],
      asked: null,
    },
    content.change,
    frame,
  );
}
