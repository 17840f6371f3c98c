import { z } from "zod";
import { type Context, offeredBy } from "../context.ts";
import { responseUrl } from "../delivery/response-url.ts";
import type { Message } from "../kept/messages.ts";
import { PageError } from "../slack-error.ts";
import { nameForApp, toSlackMessage } from "../wire.ts";
import { interact, type Outcome, outcomeOf } from "./tell-app.ts";

/** A message. */
export const at = z.object({ channel: z.string(), ts: z.string() });
export type At = z.output<typeof at>;

/** Returns a message that this person can see. Throws a `PageError` that says that it is gone. */
export function seenMessage(
  { directory, messages }: Context,
  userId: string,
  { channel, ts }: At,
): Message {
  const isVisible = directory.visibleTo(userId).some(({ id }) => id === channel);
  const message = messages.seenBy(userId, channel).find((each) => each.ts === ts);
  if (message && isVisible) return message;
  throw new PageError("message_not_found", "That message is no longer here.");
}

/** People delete their own messages, and administrators any. The app does not hear of it. */
export function remove(context: Context, userId: string, at: At): void {
  const message = seenMessage(context, userId, at);
  const { isAdmin = false } = context.directory.user(userId);
  if (message.user !== userId && !isAdmin) {
    throw new PageError("cant_delete_message", "Only an administrator can delete that message.");
  }
  context.messages.remove(message);
}

/** A person uses a shortcut of the app on a message, and the app gets `message_action`. */
export async function shortcut(
  context: Context,
  userId: string,
  { channel, ts, callbackId }: At & { callbackId: string },
): Promise<Outcome> {
  const known = offeredBy(context).shortcuts.find((each) => each.callbackId === callbackId);
  if (!known) {
    throw new PageError("unknown_shortcut", `${callbackId} is not a shortcut of this workspace.`);
  }
  const message = seenMessage(context, userId, { channel, ts });
  if (message.onlyFor) {
    throw new PageError("no_shortcuts_here", "A message that only you see offers no shortcuts.");
  }
  const action = {
    callback_id: callbackId,
    // An answer to a shortcut never replaces the message, so there is no messageTs.
    response_url: responseUrl(context, { userId, channel, threadTs: message.threadTs }),
    ...{ action_ts: (context.now() / 1000).toFixed(6), message_ts: ts },
    channel: { id: channel, name: nameForApp(context.directory.conversation(channel)) },
    message: toSlackMessage(message, context.seed),
  };
  const receipt = await interact(context, userId, "message_action", action);
  return outcomeOf(receipt, known.name);
}
