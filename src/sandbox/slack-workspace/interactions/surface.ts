import { type Block, placedElements } from "../blocks/block.ts";
import type { Context } from "../context.ts";
import { responseUrl } from "../delivery/response-url.ts";
import type { StateValues } from "../kept/element-values.ts";
import type { Message } from "../kept/messages.ts";
import type { OpenView } from "../kept/open-view.ts";
import { PageError } from "../page-routes/page-error.ts";
import { nameForApp, toSlackMessage, toSlackView } from "../wire.ts";
import { seenMessage } from "./seen-message.ts";

/**
 * A person acts on a message, in a modal (the top one when none is named), or on the app's Home.
 */
export type SurfaceName =
  | { kind: "message"; channel: string; ts: string }
  | { kind: "modal"; viewId?: string | undefined }
  | { kind: "home" };

/** An element of a surface. */
export interface ElementName {
  surface: SurfaceName;
  blockId: string;
  actionId: string;
}

export interface Surface {
  blocks: readonly Block[];
  values: StateValues;
  conversationId: string | undefined;
  keep(values: StateValues, touchedBlock: string): void;
  /** The part of a payload that names the place. */
  place(): object;
  /** The same for `block_actions`, with the entered values and the way to answer. */
  payload(): object;
}

function surfaceOf(context: Context, userId: string, name: SurfaceName): Surface {
  switch (name.kind) {
    case "message":
      return messageSurface(context, userId, name);
    case "modal":
      return viewSurface(context, modalOf(context, userId, name));
    case "home":
      return viewSurface(context, context.views.homeOf(userId));
  }
}

/** Throws a `PageError` if the surface has no such element. */
export function elementOn(context: Context, userId: string, name: ElementName) {
  const surface = surfaceOf(context, userId, name.surface);
  const placed = placedElements(surface.blocks).find(
    ({ block, element }) => block.block_id === name.blockId && element.action_id === name.actionId,
  );
  if (!placed) throw new PageError("element_not_found", "That element is no longer here.");
  return { surface, block: placed.block, element: placed.element };
}

/** The modal is named because another may cover it, and its typed values are still its own. */
const modalOf = (
  { views }: Context,
  userId: string,
  { viewId }: { viewId?: string | undefined },
) =>
  viewId === undefined ? views.top(userId) : views.stackOf(userId).find(({ id }) => id === viewId);

function messageSurface(
  context: Context,
  userId: string,
  { channel, ts }: { channel: string; ts: string },
): Surface {
  const { directory, messages } = context;
  const message = seenMessage(context, userId, { channel, ts });
  const place = () => ({
    container: containerOf(message),
    channel: { id: channel, name: nameForApp(directory.conversation(channel)) },
    // An app never gets the content of an ephemeral message back.
    ...(!message.onlyFor && { message: toSlackMessage(message, context) }),
  });
  return {
    place,
    blocks: message.blocks,
    values: messages.valuesOf(userId, message),
    conversationId: channel,
    keep: (values) => messages.setValues(userId, message, values),
    payload: () => ({
      ...place(),
      state: { values: messages.valuesOf(userId, message) },
      response_url: responseUrl(context, {
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
  const place = () => ({
    container: { type: "view", view_id: view.id },
    view: toSlackView(view, seed),
  });
  return {
    place,
    payload: place,
    blocks: view.content.blocks,
    values: view.values,
    conversationId: view.conversationId,
    keep(values, touchedBlock) {
      const { [touchedBlock]: _, ...errors } = view.errors;
      views.note(view, { values, errors });
    },
  };
}
