import { header, section } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import type { Page } from "../../platform/slack/blocks/pages.ts";
import { pageButtons, pageText } from "../../platform/slack/blocks/pages.ts";
import type { Message } from "../../platform/slack/message.ts";
import { counted } from "../../platform/text/times.ts";
import { requestRow } from "../card/request-row.ts";
import type { Policy } from "../rules/approval/policy.ts";
import type { ChangeRequest } from "../rules/change-request.ts";

export interface PendingList extends Page {
  requests: readonly ChangeRequest[];
  policy: Policy;
}

/** Requests that have not ended. */
export function pendingList(props: PendingList): Message {
  const { requests, policy, total } = props;
  const title = `${counted(total, "open request")}${pageText(props)}`;
  return {
    text: title,
    blocks: [
      header(title),
      ...(requests.length === 0
        ? [section(total === 0 ? "Nothing waits." : "Nothing stands on this page.")]
        : requests.flatMap((request) => requestRow(request, policy))),
      ...pageButtons(props, { previous: action.pendingPreviousPage, next: action.pendingNextPage }),
    ],
  };
}
