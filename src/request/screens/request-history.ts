import type { KnownBlock, ModalView } from "@slack/types";
import { isRequester } from "../../authority/judge.ts";
import { actions, context, section } from "../../platform/slack/blocks/blocks.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { callback } from "../../platform/slack/blocks/ids.ts";
import { limits } from "../../platform/slack/blocks/limits.ts";
import { modal } from "../../platform/slack/blocks/modal.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import { refusalModal } from "../../platform/slack/blocks/notice-modal.ts";
import { richText, verbatim } from "../../platform/slack/blocks/rich-text.ts";
import type { ButtonArgs } from "../../platform/slack/intake/listeners.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import { updateView } from "../../platform/slack/intake/update-view.ts";
import type { Message } from "../../platform/slack/message.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import { isRequestable, moreButton } from "../card/approval-card.ts";
import { pressedValue } from "../card/button-value.ts";
import { history } from "../card/history.ts";
import { digestBlock } from "../card/request-body.ts";
import { kindOf } from "../change-kind.ts";
import type { Context } from "../context.ts";
import { listEvents } from "../queries/requests.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import type { RequestEvent } from "../rules/request-event.ts";
import type { Button } from "../screen.ts";
import { environmentName } from "../words.ts";
import { openQuestion } from "./deny.ts";
import { refusalMessage } from "./refusals.ts";
import { proposes } from "./remedy.ts";
import { requestHeader } from "./request-modal.ts";
import { pressedRequest } from "./whose-request.ts";

/** Only this many of the newest steps are shown. */
const MOST_STEPS = 100;

/** What has happened to a request, and the digest that its approvals are bound to. */
export function historyModal(request: ChangeRequest, events: readonly RequestEvent[]): ModalView {
  const steps = history(request, events.slice(-MOST_STEPS))?.blocks as KnownBlock[] | undefined;
  return modal({
    id: callback.notice,
    title: `History of ${numberOf(request)}`,
    close: "Close",
    blocks: [
      requestHeader(request),
      ...(steps ?? [section("Nothing has happened to it yet.")]),
      digestBlock(request),
      // Slack refuses two buttons of one id in one block.
      actions(moreButton("bytes", request)),
      request.state.status === "pending" && actions(moreButton("ask", request)),
      context(environmentName(request.content.connection.environment)),
    ],
  });
}

/** On top of a review, or by itself. */
export async function showHistory(context: Pick<Context, "db">, args: ButtonArgs): Promise<void> {
  const request = await pressedRequest(context, args);
  if (!request) return;
  const { body, client } = args;
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const events = await listEvents(context.db, ref);
  const view = checkedView(historyModal(request, events));
  const opens = { trigger_id: body.trigger_id, view };
  await (body.view ? client.views.push(opens) : client.views.open(opens));
}

/** Opens the form with the former request as a new draft: it is reviewed and approved like any other. */
export async function requestAgain(context: Context, args: ButtonArgs): Promise<void> {
  const request = await pressedRequest(context, args);
  if (!request) return;
  const { body, respond, client } = args;
  const { change, askedIn } = request.content;
  const { formAgain } = kindOf(change);
  if (!formAgain || !isRequestable(request)) {
    return void (await respond(privately(refusalMessage({ refusal: "not-now", request }))));
  }
  // This person may not be able to read another person's conversation.
  const place = isRequester(body.user.id, request) ? askedIn : body.user.id;
  const { workspaceId } = request;
  const draft = { workspaceId, draftId: context.newId(), askedIn: place };
  await openView(client, body, await formAgain(context, change, draft));
}

/** What was chosen behind the three dots of a request. */
export async function requestMore(context: Context, args: ButtonArgs): Promise<void> {
  const [verb = ""] = (pressedValue(args.action) ?? "").split(" ");
  await MORE[verb]?.(context, args);
}

const MORE: Partial<Record<string, Button["press"]>> = {
  history: showHistory,
  close: proposes("close"),
  again: requestAgain,
  ask: openQuestion,
  bytes: sendApprovedBytes,
};

type Sending = Pick<Context, "db" | "messenger" | "command">;

/** Sends the content that the approvals cover, as a file whose SHA-256 is the digest in the request's details. */
export async function sendApprovedBytes(context: Sending, args: ButtonArgs): Promise<void> {
  const request = await pressedRequest(context, args);
  if (!request) return;
  const { body, respond, client } = args;
  const message = await sent(context, request, body.user.id);
  // In the details the answer would also come by direct message, and the press would seem to do nothing.
  if (body.view?.callback_id !== callback.notice) return void (await respond(privately(message)));
  await updateView(client, body.view.id, refusalModal({ title: numberOf(request), message }));
}

/** Sent as text if Slack takes no file: the app may lack the scope. */
async function sent(
  { messenger, command }: Sending,
  request: ChangeRequest,
  userId: string,
): Promise<Message> {
  const { workspaceId, canonical, digest } = request;
  const number = numberOf(request);
  const filename = `${number}.json`;
  const says = `The exact content of ${number}. Its SHA-256 is ${digest}.`;
  try {
    const bytes = Buffer.from(canonical);
    await messenger.sendFile(workspaceId, userId, { filename, bytes, says });
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error;
    return asText(request, command);
  }
  const told = note(
    `${filename} was sent to you by direct message.`,
    "Run sha256sum on the file. The result has to be this digest, which approvals are bound to.",
  );
  return { ...told, blocks: [...told.blocks, digestBlock(request)] };
}

function asText({ canonical, digest, ...request }: ChangeRequest, command: string): Message {
  const told = note(
    `Slack took no file, so this is the exact content of ${numberOf(request)}.`,
    `Its SHA-256 is ${digest}. Copy it without a line break at the end.`,
  );
  const blocks = [...told.blocks, richText(verbatim(canonical))];
  return JSON.stringify(blocks).length <= limits.messageBlocksJson
    ? { ...told, blocks }
    : note(
        `Slack took no file, and the exact content of ${numberOf(request)} is too long for a message.`,
        `An administrator can export it with ${command} audit.`,
      );
}
