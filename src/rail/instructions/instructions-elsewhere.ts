import { header } from "../../platform/slack/blocks/blocks.ts";
import { lines, link, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import type { RequestFacts } from "../../request/card/request-facts.ts";
import { numberOf } from "../../request/rules/change-request.ts";

interface Props extends Pick<RequestFacts, "request"> {
  /** To the message that counts. */
  messageLink?: string | undefined;
}

/** In place of a second message with the same instructions: it says nothing that can become untrue. */
export function instructionsElsewhere({ request, messageLink }: Props): Message {
  const text = `${numberOf(request)}: these deposit instructions stand in another message`;
  const where =
    messageLink === undefined ? "another message" : link(messageLink, "another message");
  return {
    text,
    blocks: [
      header(`${numberOf(request)} · ${shortened(request.content.change.name, 60)}`),
      richText(lines(["These deposit instructions stand in ", where, "."])),
    ],
  };
}
