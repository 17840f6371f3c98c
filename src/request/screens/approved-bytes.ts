import { callback } from "../../platform/slack/blocks/ids.ts";
import { limits } from "../../platform/slack/blocks/limits.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import { refusalModal } from "../../platform/slack/blocks/notice-modal.ts";
import { richText, verbatim } from "../../platform/slack/blocks/rich-text.ts";
import type { ButtonArgs } from "../../platform/slack/intake/listeners.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import { updateView } from "../../platform/slack/intake/update-view.ts";
import type { Message } from "../../platform/slack/message.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import { digestBlock } from "../card/request-body.ts";
import type { Context } from "../context.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import { pressedRequest } from "./whose-request.ts";

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
