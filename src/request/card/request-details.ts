import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import { lines, link, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { counted } from "../../platform/text/times.ts";
import { requestButtons, requestText } from "./approval-card.ts";
import { digestBlock, IN_DETAILS, requestBody } from "./request-body.ts";
import type { RequestFacts } from "./request-facts.ts";

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
  return {
    text: requestText(props),
    blocks: [
      ...requestBody(props, IN_DETAILS),
      digestBlock(request),
      richText(lines(facts)),
      ...requestButtons(props),
    ],
  };
}
