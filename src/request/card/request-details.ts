import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import { link, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { counted } from "../../platform/text/times.ts";
import type { Context } from "../context.ts";
import { findMessage } from "../queries/messages.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { requestButtons, requestText } from "./approval-card.ts";
import { digestBlock, IN_DETAILS, requestBody } from "./request-body.ts";
import type { RequestFacts } from "./request-facts.ts";
import { requestFacts } from "./request-facts.ts";

export interface RequestDetails extends RequestFacts {
  /** To the approval card. */
  cardLink?: string | undefined;
}

/** One request, for anybody who opens it: the card, and what the card has no room for. */
export function requestDetails(props: RequestDetails): Message {
  const { request, cardLink } = props;
  const facts: Line = [
    `Policy version ${request.policy.version} · sent to the Rail service ${counted(request.attempt, "time")}`,
    ...(cardLink === undefined ? [] : [" · ", link(cardLink, "approval card")]),
  ];
  return messageWith(
    requestText(props),
    ...requestBody(props, IN_DETAILS, "list"),
    digestBlock(request),
    richText(facts),
    ...requestButtons(props),
  );
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
