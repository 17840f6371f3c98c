import type { Context } from "../context.ts";
import type { Message } from "../messages.ts";
import { PageError } from "../page-error.ts";

/** A message that this person can see, or the `PageError` that says it is gone. */
export function seenMessage(
  { directory, messages }: Pick<Context, "directory" | "messages">,
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
