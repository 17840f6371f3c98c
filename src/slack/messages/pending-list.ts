import type { ChangeRequest } from "../../domain/change-request.ts";
import type { Policy } from "../../domain/policy.ts";
import { header, section } from "../blocks.ts";
import { action } from "../ids.ts";
import type { Message } from "../message.ts";
import { counted } from "../times.ts";
import type { Page } from "./pages.ts";
import { pageButtons, pageText } from "./pages.ts";
import { requestRow } from "./request-row.ts";

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
