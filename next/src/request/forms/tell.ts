import type { ModalView } from "@slack/types";
import { richText, section } from "../../platform/slack/blocks/rich-text.ts";
import { type Message, message, modal } from "../../platform/slack/blocks/views.ts";
import type { Answer } from "../../platform/slack/bolt.ts";
import type { Delivery } from "../../platform/slack/delivery.ts";
import type { Context } from "../engine/context.ts";
import type { Refusal } from "../rules/refusal.ts";
import type { Request } from "../rules/request.ts";
import { refusalLine, refusalSentence } from "./refusals.ts";

/** Why a rule said no, as a private message. */
export function refusalMessage(refusal: Refusal, request: Request | null): Message {
  const text = refusalSentence(refusal, request);
  return message(text, richText(section(refusalLine(refusal, request))));
}

/** The same as a view. */
export function refusalNotice(title: string, refusal: Refusal, request: Request | null): ModalView {
  const said = richText(section(refusalLine(refusal, request)));
  return modal({ id: "notice", title, close: "Close", blocks: [said] });
}

/** A private message of one sentence of ours. */
export function sentence(text: string): Message {
  return message(text, richText(section([text])));
}

/** A view that only says something. */
export function notice(title: string, text: string): ModalView {
  return modal({ id: "notice", title, close: "Close", blocks: [richText(section([text]))] });
}

/**
 * Says something to the person who acted, and to nobody else: as near to what they clicked as Slack
 * allows.
 */
export async function tell(
  { slack }: Context,
  delivery: Delivery,
  said: Message,
  answer?: Answer,
): Promise<void> {
  const { workspace, person, channel, responseUrl, kind } = delivery;
  if (answer && !answer.isAcknowledged && kind === "command") return answer.ack(said);
  answer?.ack();
  if (responseUrl !== null) await slack.respond(responseUrl, said);
  else if (channel !== null) await slack.whisper(workspace, { channel, person }, said);
  else await slack.post(workspace, { channel: person }, said);
}

/** Opens a view: on top of the one in which the button was pressed, if there is one. */
export async function open(
  { slack }: Context,
  { workspace, triggerId, view }: Delivery,
  shown: ModalView,
): Promise<void> {
  if (triggerId === null) return;
  const how = view?.surface === "modal" ? "push" : "open";
  await slack.openView(workspace, triggerId, shown, how);
}
