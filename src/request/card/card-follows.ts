import { bold, everyone, named, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { nameInText } from "../../platform/text/shown-text.ts";
import { awaited } from "../rules/approval/awaited.ts";
import { numberOf } from "../rules/change-request.ts";
import { environmentName } from "../words.ts";
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
