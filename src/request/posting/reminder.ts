import {
  bold,
  date,
  everyone,
  lines,
  link,
  richText,
} from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import { requestText } from "../card/approval-card.ts";
import type { ApprovalPolicy } from "../rules/approval/approval-policy.ts";
import { approvalCount } from "../rules/approval/awaited.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";

export interface Reminder {
  request: ChangeRequest;
  currentPolicy: ApprovalPolicy;
  /** Who is mentioned. */
  people: readonly string[];
  groups: readonly string[];
  isLast: boolean;
  /** To the approval card, where this does not stand under it. */
  cardLink?: string | undefined;
}

/** Asks those who are still waited for once more. */
export function reminder({ request, currentPolicy, people, groups, ...more }: Reminder): Message {
  const { missing } = approvalCount(request, currentPolicy);
  const whom = everyone(people, groups);
  return {
    text: requestText({ request, currentPolicy }),
    blocks: [
      richText(
        lines(
          [
            ...(whom.length > 0 ? [...whom, ": "] : []),
            bold(`${numberOf(request)} · ${shortened(request.content.change.name, 60)}`),
            ` still waits for ${counted(Math.max(1, missing), "approval")}.`,
            ...(more.cardLink === undefined ? [] : [" ", link(more.cardLink, "Approval card")]),
          ],
          [
            ...(more.isLast ? ["This is the last reminder. "] : []),
            "It expires ",
            date(request.expiresAt),
            ".",
          ],
        ),
      ),
    ],
  };
}
