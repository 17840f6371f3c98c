import type { InputBlock, ModalView } from "@slack/types";
import type { Config } from "../config.ts";
import { input } from "../platform/slack/blocks/blocks.ts";
import { textInput } from "../platform/slack/blocks/elements.ts";
import type { Message } from "../platform/slack/blocks/views.ts";
import type { Answer } from "../platform/slack/bolt.ts";
import type { Delivery, Values } from "../platform/slack/delivery.ts";
import { faultOfText } from "../platform/text/typed-text.ts";
import { LONGEST_REASON, NAME_LENGTH } from "../request/card/change-lines.ts";
import { accountText } from "../request/card/facts.ts";
import type { Context } from "../request/engine/context.ts";
import { kindOf } from "../request/engine/kind.ts";
import { admit } from "../request/forms/admit.ts";
import type { Asking, AskScreen } from "../request/forms/ask-screen.ts";
import type { Frame } from "../request/forms/review-blocks.ts";
import { refusalMessage, tell } from "../request/forms/tell.ts";
import { type Content, isOfKind } from "../request/rules/content.ts";
import type { InForce } from "../request/rules/settings.ts";
import type { Ground } from "../request/store/ground.ts";
import { readRequest } from "../request/store/requests.ts";

// What asking forms have in common. A field's name is its block's and its element's id.

/** What a form is drawn from, beside what it asks. */
export interface FormFacts {
  config: Config;
  inForce: InForce;
  restoredAt: number;
  now: string;
  account: string;
}

export function formFactsOf({ context, ground, inForce }: Asking): FormFacts {
  const { now, restoredAt } = ground;
  return { config: context.config, inForce, now, restoredAt, account: accountOf(context, ground) };
}

/** The account that the workspace uses now, for the context of a screen. */
export function accountOf({ self }: Context, { connection }: Ground): string {
  return accountText({ name: self.team, environment: connection?.environment ?? "" });
}

/** What was typed or chosen, without spaces around it; empty for nothing. */
export function textIn(values: Values, field: string): string {
  const value = values[field]?.[field];
  return typeof value === "string" ? value.trim() : "";
}

interface Texts {
  name: string;
  reason: string;
}

export function textInputs({ name, reason }: Partial<Texts>, nameHint: string): InputBlock[] {
  const line = textInput("name", name ?? null, { max: NAME_LENGTH });
  const lines = textInput("reason", reason ?? null, { isMultiline: true, max: LONGEST_REASON });
  return [
    input("name", "Name", line, { hint: nameHint }),
    input("reason", "Reason", lines, { hint: "Shown to approvers." }),
  ];
}

export const readTexts = (values: Values): Texts => ({
  name: textIn(values, "name"),
  reason: textIn(values, "reason"),
});

export const faultsOfTexts = ({ name, reason }: Texts) => ({
  name: faultOfText(name, { label: "Name", max: NAME_LENGTH }),
  reason: faultOfText(reason, { label: "Reason", max: LONGEST_REASON, isMultiline: true }),
});

/** Errors by field; null where there are none. */
export function errorsOf(faults: Record<string, string | undefined>) {
  const found = Object.entries(faults).filter((each): each is [string, string] => !!each[1]);
  return found.length === 0 ? null : { errors: Object.fromEntries(found) };
}

/** Draws a form anew after a choice that changes its fields. Texts with the same ids stay. */
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

/** Says something in place of the private message that was clicked. */
export async function tellInPlace(context: Context, delivery: Delivery, said: Message) {
  const { responseUrl } = delivery;
  if (responseUrl === null) return tell(context, delivery, said);
  await context.slack.respond(responseUrl, said, { replaceOriginal: true });
}

/** What approvers will see, drawn for the requester. */
export async function drawReview(
  { context, ground, inForce, by }: Asking,
  content: Content,
  frame: Frame,
): Promise<ModalView> {
  const { db, kinds, self } = context;
  const { change, connection } = content;
  const read = async (id: string | null) => {
    const found = id === null ? null : await readRequest(db, content.workspace, id);
    return found?.is === "intact" ? found.request : null;
  };
  const registering = isOfKind(content, "create-rail") ? content.change.destination.request : null;
  const facts = {
    content,
    requestedBy: by,
    settings: inForce.settings,
    resume: await read(ground.forces.frozen),
    account: { name: self.team, environment: connection.environment },
    now: ground.now,
    destination: await read(registering),
    sending: [],
    asked: null,
  };
  return kindOf(kinds, content).review(facts, change, frame);
}
