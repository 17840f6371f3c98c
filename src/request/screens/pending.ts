import type { Button } from "@slack/types";
import { isRequester } from "../../authority/judge.ts";
import { header, section } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import type { Page } from "../../platform/slack/blocks/pages.ts";
import { pageButtons, pageOf, pageText } from "../../platform/slack/blocks/pages.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonListener } from "../../platform/slack/intake/listeners.ts";
import { pageListener } from "../../platform/slack/intake/page-listener.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import { counted } from "../../platform/text/times.ts";
import { withdrawButton } from "../card/approval-card.ts";
import { readButtonValue } from "../card/button-value.ts";
import { requestAnswer } from "../card/request-details.ts";
import { requestRow } from "../card/request-row.ts";
import type { Command } from "../command.ts";
import { takesNothing } from "../command.ts";
import type { Context } from "../context.ts";
import { findPolicy } from "../queries/companies.ts";
import { listOpenRequests } from "../queries/find-requests.ts";
import { findRequest } from "../queries/requests.ts";
import type { Policy } from "../rules/approval/policy.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { isWaitingToSend } from "../rules/status.ts";
import { GONE } from "./whose-request.ts";

export const pendingCommand: Command<undefined> = {
  verb: "pending",
  usage: { takes: "", does: "lists the requests that have not ended" },
  act: () => "look",
  parse: takesNothing("pending"),
  answer: (context, _, { workspaceId, userId }) => pendingAnswer(context, workspaceId, 1, userId),
};

export const pendingPage = (context: Context) =>
  pageListener((workspaceId, page, { userId }) =>
    pendingAnswer(context, workspaceId, page, userId),
  );

async function pendingAnswer(
  { db }: Pick<Context, "db">,
  workspaceId: string,
  page: number,
  reader: string,
): Promise<Message> {
  const { rows, ...place } = pageOf(await listOpenRequests(db, workspaceId), page);
  const policy = await findPolicy(db, workspaceId);
  return pendingList({ ...place, requests: rows, policy, reader });
}

interface PendingList extends Page {
  requests: readonly ChangeRequest[];
  policy: Policy;
  /** Withdraws their own requests. */
  reader: string;
}

/** Requests that have not ended. */
export function pendingList(props: PendingList): Message {
  const { requests, policy, total, reader } = props;
  const title = `${counted(total, "open request")}${pageText(props)}`;
  return {
    text: title,
    blocks: [
      header(title),
      ...(requests.length === 0
        ? [section(total === 0 ? "You are all caught up." : "No requests on this page.")]
        : requests.flatMap((request) => requestRow(request, policy, ownButtons(request, reader)))),
      ...pageButtons(props, { previous: action.pendingPreviousPage, next: action.pendingNextPage }),
    ],
  };
}

/** Only while it waits. */
export const ownButtons = (request: ChangeRequest, reader: string): Button[] =>
  isRequester(reader, request) && isWaitingToSend(request) ? [withdrawButton(request)] : [];

export function showRequest(context: Context): ButtonListener {
  return async ({ action, body, respond }) => {
    const requestId = readButtonValue(action.value)?.requestId ?? "";
    const request = await findRequest(context.db, { workspaceId: workspaceOf(body), requestId });
    await respond(privately(request ? await requestAnswer(context, request) : GONE));
  };
}
