import { header } from "../../platform/slack/blocks/blocks.ts";
import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import { bold, everyone, link, named, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { nameInText } from "../../platform/text/shown-text.ts";
import { awaited } from "../rules/approval/awaited.ts";
import { numberOf } from "../rules/change-request.ts";
import { environmentName, requestName } from "../words.ts";
import type { RequestFacts } from "./request-facts.ts";

/**
 * Becomes the approval card a moment later. It calls the approvers, because Slack notifies nobody about a changed
 * message. It says nothing that can become untrue: if Slack's answer is lost, nobody knows where it is.
 */
export function cardFollows({
  request,
  currentPolicy,
}: Pick<RequestFacts, "request" | "currentPolicy">): Message {
  const { change, connection } = request.content;
  const number = numberOf(request);
  const environment = environmentName(connection.environment);
  const { people, groups } = awaited(request, currentPolicy);
  const isPending = request.state.status === "pending";
  const asked = isPending ? everyone(people, groups) : [];
  const title = isPending ? `${number} needs a decision` : `${number}: the approval card follows`;
  return messageWith(
    `${title} · ${nameInText(change.name)} (${environment})`,
    richText(
      [bold(`The approval card of ${number} follows: `), named(change.name), ` · ${environment}`],
      ["The card replaces this message in a moment, or follows in a later one."],
      asked.length > 0 && ["Approvers: ", ...asked],
    ),
  );
}

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

/** Replaces the card in a channel that outsiders read. */
export function hiddenCard({ request }: Pick<Props, "request">): Message {
  const text = `${numberOf(request)} is not shown here`;
  return messageWith(
    text,
    richText(
      [bold(text)],
      ["This channel is shared with another organisation, which must not see approvals."],
      ["The people concerned got direct messages."],
    ),
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
