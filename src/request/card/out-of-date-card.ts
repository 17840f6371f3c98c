import { header } from "../../platform/slack/blocks/blocks.ts";
import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import { link, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { numberOf } from "../rules/change-request.ts";
import { requestName } from "../words.ts";
import type { RequestFacts } from "./request-facts.ts";

interface Props extends Pick<RequestFacts, "request"> {
  /** To the card that counts. */
  cardLink?: string | undefined;
}

/** Replaces a card that is no longer redrawn: it has no buttons, and says nothing that can become untrue. */
export function outOfDateCard({ request, cardLink }: Props): Message {
  return messageWith(
    `${numberOf(request)}: this card is out of date`,
    header(requestName(request)),
    richText(["This card is out of date. ", ...whereTo(cardLink)]),
  );
}

/** The answer to a press of one of its buttons. */
export function pressedOutOfDateCard({ request, cardLink }: Props): Message {
  const number = numberOf(request);
  return messageWith(
    `That card of ${number} is out of date: nothing was done.`,
    richText([`That card of ${number} is out of date: nothing was done. `, ...whereTo(cardLink)]),
  );
}

function whereTo(cardLink: string | undefined): Line {
  return cardLink === undefined
    ? ["Another message shows the request as it is now."]
    : ["The request's card is here: ", link(cardLink, "approval card")];
}
