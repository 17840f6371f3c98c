import type { KnownBlock } from "@slack/types";
import { header } from "../../platform/slack/blocks/blocks.ts";
import { bold, lines, link, richText, user } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { requestButtons, requestText } from "../card/approval-card.ts";
import type { RequestFacts } from "../card/request-facts.ts";
import { statusDetails, statusTitle } from "../card/request-status.ts";
import { numberOf } from "../rules/change-request.ts";
import { environmentName } from "../words.ts";
import type { OutOfReach } from "./out-of-reach.ts";
import { whatToDo } from "./out-of-reach.ts";

export interface ChannelOutage extends RequestFacts, OutOfReach {
  /** Whoever reads it approves requests of this kind, and did not ask for this one. */
  mayDecide: boolean;
}

/** To one person, in place of the card that the approvals channel does not take. */
export function channelOutage(props: ChannelOutage): Message {
  const buttons = props.mayDecide ? requestButtons(props) : [];
  return {
    text: requestText(props),
    blocks: [
      ...whatWaits(props),
      richText(
        lines(
          ["Its card does not stand in the approvals channel as it should. ", ...whatToDo(props)],
          ["Nothing is lost: the card follows when that is done."],
          ...(buttons.length > 0 ? [["Until then it can be decided here."]] : []),
        ),
      ),
      ...buttons,
    ],
  };
}

/** In place of that message, once the card stands where it belongs. */
export function channelOutageOver(facts: RequestFacts, cardLink: string | undefined): Message {
  const where = cardLink === undefined ? ["."] : [": ", link(cardLink, "approval card")];
  return {
    text: requestText(facts),
    blocks: [
      ...whatWaits(facts),
      richText(lines(["Its card stands in the approvals channel again", ...where])),
    ],
  };
}

/** Which request it is, and how it stands. */
export function whatWaits(facts: RequestFacts): KnownBlock[] {
  const { request, currentPolicy } = facts;
  const { change, connection } = request.content;
  return [
    header(`${numberOf(request)} · ${shortened(change.name, 60)}`),
    richText(
      lines([
        bold(statusTitle(request, currentPolicy)),
        ` · ${environmentName(connection.environment)} · asked for by `,
        user(request.requestedBy),
      ]),
      ...statusDetails(request, facts),
    ),
  ];
}
