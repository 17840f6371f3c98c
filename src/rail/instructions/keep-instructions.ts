import type { Logger } from "pino";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { header } from "../../platform/slack/blocks/blocks.ts";
import { link, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Context } from "../../request/context.ts";
import { DrawnMeanwhile } from "../../request/posting/meanwhile.ts";
import type { PostedMessage } from "../../request/queries/messages.ts";
import { findMessage, NEVER_DRAWN, replaceMessage } from "../../request/queries/messages.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { numberOf } from "../../request/rules/change-request.ts";
import { requestName } from "../../request/words.ts";

/**
 * Notes what a message with the instructions shows now; `before` is what was known about it. Returns the message that
 * counts, which is another run's if that posted first. Throws `DrawnMeanwhile` if another run has drawn the same
 * message, since nobody knows which of the two Slack took last.
 */
export async function keepInstructions(
  context: Pick<Context, "db">,
  ref: RequestRef,
  shown: PostedMessage,
  before: PostedMessage | undefined,
): Promise<PostedMessage> {
  const { db } = context;
  if (await replaceMessage(db, ref, "instructions", shown, before)) return shown;
  const now = await findMessage(db, ref, "instructions");
  if (!now) return shown;
  if (now.ts !== shown.ts) {
    return now.ts === before?.ts ? keepInstructions(context, ref, shown, now) : now;
  }
  if (now.version === shown.version) return now;
  const unknown = { ...now, version: NEVER_DRAWN };
  if (!(await replaceMessage(db, ref, "instructions", unknown, now))) {
    return keepInstructions(context, ref, shown, before);
  }
  throw new DrawnMeanwhile("The message with the instructions");
}

/**
 * Replaces a second message with the instructions by a link to the one that counts. If Slack refuses, it throws
 * `DrawnMeanwhile`, so that the message that counts is drawn once more and names the other.
 */
export async function closeCopy(
  { db, messenger, logger }: Pick<Context, "db" | "messenger"> & { logger: Pick<Logger, "warn"> },
  request: ChangeRequest,
  copy: PostedMessage,
  kept: PostedMessage,
): Promise<void> {
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const messageLink = await messenger.linkTo(ref.workspaceId, kept);
  try {
    await messenger.update(ref.workspaceId, copy, instructionsElsewhere({ request, messageLink }));
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error;
    if (error.code === "no-such-message") return;
    logger.warn({ err: error, ...ref }, "a second message with instructions still says how to pay");
    await replaceMessage(db, ref, "instructions", { ...kept, version: NEVER_DRAWN }, kept);
    throw new DrawnMeanwhile("The message with the instructions");
  }
}

/** Replaces a second message with the same instructions, and says nothing that can become untrue. */
export function instructionsElsewhere({
  request,
  messageLink,
}: {
  request: ChangeRequest;
  messageLink?: string | undefined;
}): Message {
  const text = `${numberOf(request)}: these deposit instructions are in another message`;
  const where =
    messageLink === undefined ? "another message" : link(messageLink, "another message");
  return messageWith(
    text,
    header(requestName(request)),
    richText(["These deposit instructions are in ", where, "."]),
  );
}
