import type { Context } from "../context.ts";
import { tellEvent } from "../delivery/event.ts";
import { answerMessage, responseUrl } from "../delivery/response-url.ts";
import type { Receipt } from "../delivery/socket-mode.ts";
import { WORKSPACE_VOICE } from "../kept/directory.ts";
import { typedText } from "../kept/typed-text.ts";
import { offeredBy } from "../offered.ts";
import { PageError } from "../page-routes/page-error.ts";
import { commandBase, nameForApp } from "../wire.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";

/**
 * A person sends the text of the composer: a slash command to the app, anything else as a message.
 */
export async function send(
  context: Context,
  userId: string,
  { channel, text, threadTs }: { channel: string; text: string; threadTs?: string | undefined },
): Promise<Outcome> {
  const place = context.directory.visibleTo(userId).find(({ id }) => id === channel);
  if (!place) throw new PageError("channel_not_found", "This person is not in that conversation.");
  if (place.isArchived) throw new PageError("is_archived", "That conversation is archived.");
  if (!text.trim()) throw new PageError("no_text", "There is nothing to send.");

  if (text.startsWith("/")) {
    if (threadTs) {
      throw new PageError(
        "no_commands_here",
        "Commands cannot be used in threads. End the reply first.",
      );
    }
    return runCommand(context, userId, channel, text);
  }
  const { ts } = context.messages.post({
    channel,
    user: userId,
    ...typedText(text),
    ...(threadTs && { threadTs }),
  });
  if (place.isDirect) {
    const written = { type: "message", channel_type: "im", channel, user: userId, text, ts };
    await tellEvent(context, written, "message.im");
  }
  return { acknowledged: true };
}

async function runCommand(
  context: Context,
  userId: string,
  channelId: string,
  line: string,
): Promise<Outcome> {
  const { seed, directory, deliver, triggers } = context;
  const [command = "", ...words] = line.trim().split(" ");
  if (!offeredBy(context).commands.some((known) => known.command === command)) {
    throw new PageError("unknown_command", `${command} is not a command of this workspace.`);
  }

  const receipt = await deliver("slash_commands", {
    ...commandBase(seed),
    channel_id: channelId,
    channel_name: nameForApp(directory.conversation(channelId)),
    user_id: userId,
    user_name: directory.user(userId).name,
    command,
    text: words.join(" ").trim(),
    response_url: responseUrl(context, { userId, channel: channelId }),
    trigger_id: triggers.issue({ userId, conversationId: channelId }),
  });

  return showAnswer(context, userId, { channelId, command, receipt });
}

function showAnswer(
  context: Context,
  userId: string,
  { channelId, command, receipt }: { channelId: string; command: string; receipt: Receipt },
): Outcome {
  const outcome = outcomeOf(receipt, command);
  if (outcome.failure) {
    const text = outcome.failure;
    context.messages.post({
      channel: channelId,
      user: WORKSPACE_VOICE,
      text,
      blocks: [],
      onlyFor: userId,
    });
  }
  if (receipt.isAcknowledged && Object.keys(receipt.answer).length > 0) {
    answerMessage(context, { userId, channel: channelId }, receipt.answer);
  }
  return outcome;
}
