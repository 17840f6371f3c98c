import type { Context } from "../context.ts";
import { PageError } from "../page-error.ts";
import { seenMessage } from "./seen-message.ts";

/** A person deletes a message: their own, or, as an administrator, anybody's. The app does not hear of it. */
export function remove(
  context: Pick<Context, "directory" | "messages">,
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
