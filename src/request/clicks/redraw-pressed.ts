import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs } from "../../platform/slack/intake/listeners.ts";
import type { Message } from "../../platform/slack/message.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Context } from "../context.ts";

/** Redraws the message whose button was pressed. One that Slack does not change stays as it is. */
export async function redrawPressed(
  { messenger, logger }: Pick<Context, "messenger" | "logger">,
  body: ButtonArgs["body"],
  message: Message,
): Promise<void> {
  if (!body.channel || !body.message) return;
  const workspaceId = workspaceOf(body);
  const place = { channelId: body.channel.id, ts: body.message.ts };
  try {
    await messenger.update(workspaceId, place, message);
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error;
    logger.warn({ err: error, workspaceId }, "a message whose button was pressed stays as it is");
  }
}
