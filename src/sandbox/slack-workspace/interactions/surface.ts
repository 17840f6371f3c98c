import type { Block } from "../blocks/block.ts";
import type { Context } from "../context.ts";
import type { StateValues } from "../element-values.ts";
import type { Message } from "../messages.ts";
import type { OpenView } from "../open-view.ts";
import { PageError } from "../page-error.ts";
import { toSlackMessage, toSlackView } from "../wire.ts";

/** Where a person acts: on a message, in the modal on top, or on the app's Home. */
export type SurfaceName =
  | { kind: "message"; channel: string; ts: string }
  | { kind: "modal" }
  | { kind: "home" };

export interface Surface {
  blocks: readonly Block[];
  values: StateValues;
  conversationId: string | undefined;
  keep(values: StateValues, touchedBlock: string): void;
  /** The part of a `block_actions` payload that says where it happened. */
  payload(): object;
}

export function surfaceOf(context: Context, userId: string, name: SurfaceName): Surface {
  switch (name.kind) {
    case "message":
      return messageSurface(context, userId, name);
    case "modal":
      return viewSurface(context, context.views.top(userId));
    case "home":
      return viewSurface(context, context.views.homeOf(userId));
  }
}

function messageSurface(
  { directory, messages, messageValues, responseUrls, seed }: Context,
  userId: string,
  { channel, ts }: { channel: string; ts: string },
): Surface {
  const message = messages.seenBy(userId, channel).find((each) => each.ts === ts);
  const isVisible = directory.visibleTo(userId).some(({ id }) => id === channel);
  if (!message || !isVisible) {
    throw new PageError("message_not_found", "That message is no longer here.");
  }
  return {
    blocks: message.blocks,
    values: messageValues.of(userId, message),
    conversationId: channel,
    keep: (values) => messageValues.set(userId, message, values),
    payload: () => ({
      container: containerOf(message),
      channel: { id: channel, name: directory.conversation(channel).name },
      // An app never gets the content of an ephemeral message back.
      ...(!message.onlyFor && { message: toSlackMessage(message, seed) }),
      state: { values: messageValues.of(userId, message) },
      response_url: responseUrls.issue({
        userId,
        channel,
        messageTs: ts,
        threadTs: message.threadTs,
      }),
    }),
  };
}

function containerOf({ ts, channel, threadTs, onlyFor }: Message) {
  return {
    type: "message",
    message_ts: ts,
    channel_id: channel,
    is_ephemeral: onlyFor !== undefined,
    ...(threadTs && { thread_ts: threadTs }),
  };
}

function viewSurface({ views, seed }: Context, view: OpenView | undefined): Surface {
  if (!view) throw new PageError("view_not_found", "This view has been closed.");
  return {
    blocks: view.content.blocks,
    values: view.values,
    conversationId: view.conversationId,
    keep(values, touchedBlock) {
      const { [touchedBlock]: _, ...errors } = view.errors;
      views.note(view, { values, errors });
    },
    payload: () => ({
      container: { type: "view", view_id: view.id },
      view: toSlackView(view, seed),
    }),
  };
}
