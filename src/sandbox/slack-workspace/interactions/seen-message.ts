import type { Context } from "../context.ts";
import type { Message } from "../kept/messages.ts";
import { PageError } from "../page-routes/page-error.ts";

/** Returns a message that this person can see. Throws a `PageError` that says that it is gone. */
export function seenMessage(
  { directory, messages }: Context,
  userId: string,
  { channel, ts }: { channel: string; ts: string },
): Message {
  const isVisible = directory.visibleTo(userId).some(({ id }) => id === channel);
  const message = messages.seenBy(userId, channel).find((each) => each.ts === ts);
  if (!message || !isVisible) {
    throw new PageError("message_not_found", "That message is no longer here.");
  }
  return message;
}

/**
 * A person deletes their own message, or an administrator any message. The app does not hear of it.
 */
export function remove(
  context: Context,
  userId: string,
  at: { channel: string; ts: string },
): void {
  const message = seenMessage(context, userId, at);
  const { isAdmin = false } = context.directory.user(userId);
  if (message.user !== userId && !isAdmin) {
    throw new PageError("cant_delete_message", "Only an administrator can delete that message.");
  }
  context.messages.remove(message);
}
