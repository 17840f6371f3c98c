import type { Context } from "../context.ts";
import { responseUrl } from "../delivery/response-url.ts";
import { offeredBy } from "../offered.ts";
import { PageError } from "../page-routes/page-error.ts";
import { interactionBase, nameForApp, toSlackMessage } from "../wire.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { seenMessage } from "./seen-message.ts";

export interface Shortcut {
  channel: string;
  ts: string;
  callbackId: string;
}

/** A person uses a shortcut of the app on a message, and the app gets `message_action`. */
export async function shortcut(
  context: Context,
  userId: string,
  { channel, ts, callbackId }: Shortcut,
): Promise<Outcome> {
  const { now, directory, triggers, deliver } = context;
  const known = offeredBy(context).shortcuts.find((each) => each.callbackId === callbackId);
  if (!known) {
    throw new PageError("unknown_shortcut", `${callbackId} is not a shortcut of this workspace.`);
  }
  const message = seenMessage(context, userId, { channel, ts });
  if (message.onlyFor) {
    throw new PageError("no_shortcuts_here", "A message that only you see offers no shortcuts.");
  }

  const receipt = await deliver("interactive", {
    type: "message_action",
    ...interactionBase(context, userId),
    callback_id: callbackId,
    trigger_id: triggers.issue({ userId, conversationId: channel }),
    // An answer to a shortcut never replaces the message, so there is no messageTs.
    response_url: responseUrl(context, { userId, channel, threadTs: message.threadTs }),
    action_ts: (now() / 1000).toFixed(6),
    message_ts: ts,
    channel: { id: channel, name: nameForApp(directory.conversation(channel)) },
    message: toSlackMessage(message, context),
  });
  return outcomeOf(receipt, known.name);
}
