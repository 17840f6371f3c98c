import type { RequestFacts } from "../../services/request-facts.ts";
import type { Message } from "../message.ts";
import { lines, link, richText } from "../rich-text.ts";
import { requestText } from "./approval-card.ts";
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
