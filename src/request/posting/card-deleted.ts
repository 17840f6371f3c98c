import { lines, link, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { requestText } from "../card/approval-card.ts";
import type { RequestFacts } from "../card/request-facts.ts";
import { whatWaits } from "./channel-outage.ts";

interface CardDeleted extends RequestFacts {
  /** Where the new card stands. */
  channelId: string;
  cardLink: string | undefined;
}

/** To one person, once a card that somebody has deleted is posted anew. */
export function cardDeleted({ channelId, cardLink, ...facts }: CardDeleted): Message {
  const where = cardLink === undefined ? ["."] : [": ", link(cardLink, "approval card")];
  return {
    text: requestText(facts),
    blocks: [
      ...whatWaits(facts),
      richText(
        lines(
          ["Somebody has deleted its card."],
          [
            "Nothing is lost: a new one stands in ",
            { type: "channel", channel_id: channelId },
            ...where,
          ],
        ),
      ),
    ],
  };
}
