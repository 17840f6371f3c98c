import { context, header } from "../../platform/slack/blocks/blocks.ts";
import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import { bold, everyone, link, named, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { nameInText } from "../../platform/text/shown-text.ts";
import { requestButtons, requestText } from "../card/approval-card.ts";
import { statusDetails, statusSign, statusTitle } from "../card/request-status.ts";
import { whatToDecide } from "../card/unknown-outcome.ts";
import type { ApprovalPolicy } from "../rules/approval/approval-policy.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import { remediesFor } from "../rules/remedies-for.ts";
import { environmentName } from "../words.ts";

export interface Alarm {
  /** Quarantined or in need of a person; or not any more. */
  request: ChangeRequest;
  currentPolicy: ApprovalPolicy;
  cardLink?: string | undefined;
  /** ISO 8601. */
  now: string;
}

/** Calls the approvers to a request that Signalbox must not continue by itself: one line, and what they can do. */
export function alarm({ request, currentPolicy, cardLink, now }: Alarm): Message {
  const title = requestText({ request, currentPolicy });
  const remedies = remediesFor(request, now);
  return messageWith(
    title,
    header(`${statusSign({ request })} ${title}`),
    richText(
      [bold(whatToDecide(request, remedies))],
      ["For ", ...called(request, currentPolicy), ...linkTo(cardLink)],
      ...(request.state.status === "quarantined" ? statusDetails(request) : []),
    ),
    ...requestButtons({ request, remedies }),
    place(request),
  );
}

/**
 * Becomes the alarm a moment later. It calls people, because Slack notifies nobody about a changed message. It says
 * nothing that can become untrue: if Slack's answer is lost, nobody knows where it is.
 */
export function alarmFollows({ request, currentPolicy, cardLink }: Omit<Alarm, "now">): Message {
  const { change, connection } = request.content;
  const title = `${numberOf(request)} needs its approvers`;
  return messageWith(
    `${title} · ${nameInText(change.name)} (${environmentName(connection.environment)})`,
    richText(
      [bold(`${title}: `), ...called(request, currentPolicy)],
      [
        named(change.name),
        ". Open the approval card to see what is left to do.",
        ...linkTo(cardLink),
      ],
    ),
  );
}

/** Replaces that message once a person has settled it, or a later one follows. */
export function alarmOver({
  request,
  currentPolicy,
  cardLink,
  isFollowed = false,
}: Omit<Alarm, "now"> & { isFollowed?: boolean }): Message {
  const over = isFollowed ? "REPLACED by a newer alert" : "RESOLVED, no action needed";
  const now = statusTitle(request, currentPolicy);
  return messageWith(
    `${numberOf(request)}: ${over} · ${nameInText(request.content.change.name)}`,
    header(`${numberOf(request)}: ${over}`),
    richText([named(request.content.change.name), !isFollowed && ` · ${now}`, ...linkTo(cardLink)]),
  );
}

const linkTo = (cardLink: string | undefined): Line =>
  cardLink === undefined ? [] : [" · ", link(cardLink, "View request")];

const place = ({ content }: ChangeRequest) =>
  context(environmentName(content.connection.environment));

/** Once a remedy is proposed, only those who may agree to it are called. */
function called(
  { state, requestedBy }: ChangeRequest,
  { approvers: named, groups: theirs, imports, importsOfId }: ApprovalPolicy,
): Line {
  const remedy = state.status === "needs-a-person" ? state.remedy : undefined;
  const beside = remedy?.remedy.type === "enter-id" ? [imports, importsOfId] : [];
  const approvers = [...new Set([...named, ...beside.flatMap((rule) => rule?.approvers ?? [])])];
  const groups = [...new Set([...theirs, ...beside.flatMap((rule) => rule?.groups ?? [])])];
  const done = remedy ? [remedy.by, requestedBy] : [];
  return everyone(
    approvers.filter((each) => !done.includes(each)),
    groups,
  );
}
