import { actions, button } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import { limits } from "../../platform/slack/blocks/limits.ts";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import { lines, link, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { counted } from "../../platform/text/times.ts";
import type { Context } from "../context.ts";
import { findMessage } from "../queries/messages.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import { requestButtons, requestText } from "./approval-card.ts";
import { digestBlock, IN_DETAILS, requestBody } from "./request-body.ts";
import type { RequestFacts } from "./request-facts.ts";
import { requestFacts } from "./request-facts.ts";

export interface RequestDetails extends RequestFacts {
  /** To the approval card. */
  cardLink?: string | undefined;
}

/** One request, for whoever asks to see it: the card, and what the card has no room for. */
export function requestDetails(props: RequestDetails): Message {
  const { request, cardLink } = props;
  const facts: Leaf[] = [
    `Policy version ${request.policy.version} · sent to the Rail service ${counted(request.attempt, "time")}`,
    ...(cardLink === undefined ? [] : [" · ", link(cardLink, "approval card")]),
  ];
  const blocks = [
    ...requestBody(props, IN_DETAILS, "list"),
    digestBlock(request),
    richText(lines(facts)),
    ...requestButtons(props),
  ];
  const bytes = actions(
    button("Get the approved bytes", action.sendApprovedBytes, numberOf(request)),
  );
  // Warnings go before it where people have written as much as a message takes.
  const isRoom = JSON.stringify([...blocks, bytes]).length <= limits.messageBlocksJson;
  return { text: requestText(props), blocks: isRoom ? [...blocks, bytes] : blocks };
}

/** One request with its card. */
export async function requestAnswer(
  context: Pick<
    Context,
    "db" | "transaction" | "seal" | "pins" | "railApis" | "messenger" | "clock" | "command"
  >,
  request: ChangeRequest,
): Promise<Message> {
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const card = await findMessage(context.db, ref, "approval-card");
  return requestDetails({
    ...(await requestFacts(context, request)),
    cardLink: card && (await context.messenger.linkTo(request.workspaceId, card)),
  });
}
