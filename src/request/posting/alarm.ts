import { header } from "../../platform/slack/blocks/blocks.ts";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import {
  bold,
  everyone,
  lines,
  link,
  named,
  richText,
} from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { nameInText } from "../../platform/text/shown-text.ts";
import { statusDetails, statusTitle } from "../card/request-status.ts";
import type { ApprovalPolicy } from "../rules/approval/approval-policy.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import { environmentName } from "../words.ts";

export interface Alarm {
  /** Quarantined, or in need of a person; or no longer so. */
  request: ChangeRequest;
  currentPolicy: ApprovalPolicy;
  /** To the approval card. */
  cardLink?: string | undefined;
}

/** Calls the approvers to a request that Signalbox must not go on with by itself. */
export function alarm({ request, currentPolicy, cardLink }: Alarm): Message {
  const title = titleOf({ request, currentPolicy });
  return {
    text: title,
    blocks: [
      header(title),
      richText(whatAbout(request, cardLink), ...statusDetails(request)),
      richText(lines([bold("Please look at this: "), ...called(request, currentPolicy)])),
    ],
  };
}

/**
 * Becomes the alarm a moment later. It calls people, since Slack notifies nobody of a message that changes, and says nothing
 * that can become untrue: where Slack's answer is lost, nobody knows where it stands.
 */
export function alarmFollows({ request, currentPolicy, cardLink }: Alarm): Message {
  const { change, connection } = request.content;
  const title = `${numberOf(request)} calls its approvers`;
  return {
    text: `${title} · ${nameInText(change.name)} (${environmentName(connection.environment)})`,
    blocks: [
      richText(
        lines([bold(`${title}: `), ...called(request, currentPolicy)]),
        whatAbout(request, cardLink),
        lines([
          "The approval card shows whether anything is left to do. The reason replaces this message, or follows in a later one.",
        ]),
      ),
    ],
  };
}

/** In place of that message, once a person has settled it, or a later one follows. */
export function alarmOver({
  request,
  currentPolicy,
  cardLink,
  isFollowed = false,
}: Alarm & { isFollowed?: boolean }): Message {
  const title = titleOf({ request, currentPolicy });
  return {
    text: title,
    blocks: [
      header(title),
      richText(
        whatAbout(request, cardLink),
        lines([
          isFollowed
            ? "A later call has taken the place of this one."
            : "This is settled: nobody has to look at it any more.",
        ]),
      ),
    ],
  };
}

function titleOf({ request, currentPolicy }: Pick<Alarm, "request" | "currentPolicy">): string {
  const { environment } = request.content.connection;
  return `${numberOf(request)}: ${statusTitle(request, currentPolicy)} · ${environmentName(environment)}`;
}

function whatAbout({ content }: ChangeRequest, cardLink: string | undefined) {
  const card = cardLink === undefined ? [] : [" · ", link(cardLink, "approval card")];
  return lines([named(content.change.name), ...card]);
}

/** Once a remedy is proposed, only those who may agree to it are called. */
function called(
  { state, requestedBy }: ChangeRequest,
  { approvers: named, groups: theirs, quiet = [], imports }: ApprovalPolicy,
): Leaf[] {
  const remedy = state.status === "needs-a-person" ? state.remedy : undefined;
  const beside = remedy?.remedy.type === "enter-id" ? imports : undefined;
  const approvers = [...new Set([...named, ...(beside?.approvers ?? [])])];
  const groups = [...new Set([...theirs, ...(beside?.groups ?? [])])];
  const done = remedy ? [remedy.by, requestedBy] : [];
  const left = approvers.filter((each) => !done.includes(each));
  const asked = left.filter((each) => !quiet.includes(each));
  return everyone(asked.length > 0 || groups.length > 0 ? asked : left, groups);
}
