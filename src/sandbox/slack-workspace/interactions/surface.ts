import { z } from "zod";
import { type Block, placedElements } from "../blocks/block.ts";
import type { Context } from "../context.ts";
import { responseUrl } from "../delivery/response-url.ts";
import type { StateValues } from "../kept/element-values.ts";
import type { OpenView } from "../kept/open-view.ts";
import { PageError } from "../page-routes/page-error.ts";
import { nameForApp, toSlackMessage, toSlackView } from "../wire.ts";
import { type At, at, seenMessage } from "./on-message.ts";

/**
 * A person acts on a message, in a modal (the top one when none is named), or on the app's Home.
 */
const surfaceName = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("message"), ...at.shape }),
  z.object({ kind: z.literal("modal"), viewId: z.string().optional() }),
  z.object({ kind: z.literal("home") }),
]);
export type SurfaceName = z.output<typeof surfaceName>;

/** An element of a surface. */
export const elementName = z.object({
  ...{ surface: surfaceName, blockId: z.string(), actionId: z.string() },
});
type ElementName = z.output<typeof elementName>;

export interface Surface {
  blocks: readonly Block[];
  values: StateValues;
  conversationId: string | undefined;
  keep(values: StateValues, touchedBlock: string): void;
  /** The part of `block_actions` that names the place, what is entered, and the way to answer. */
  payload(): object;
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

function surfaceOf(context: Context, userId: string, name: SurfaceName): Surface {
  const { views } = context;
  if (name.kind === "message") return messageSurface(context, userId, name);
  if (name.kind === "home") return viewSurface(context, views.homeOf(userId));
  // It is named because another may cover it, and its typed values are still its own.
  const named = views.stackOf(userId).find(({ id }) => id === name.viewId);
  return viewSurface(context, name.viewId === undefined ? views.top(userId) : named);
}

function messageSurface(context: Context, userId: string, { channel, ts }: At): Surface {
  const { directory, messages } = context;
  const message = seenMessage(context, userId, { channel, ts });
  const { threadTs, onlyFor, blocks } = message;
  const values = () => messages.valuesOf(userId, message);
  return {
    ...{ blocks, values: values(), conversationId: channel },
    keep: (kept) => messages.setValues(userId, message, kept),
    payload: () => ({
      container: {
        ...{ type: "message", message_ts: ts, channel_id: channel },
        is_ephemeral: onlyFor !== undefined,
        ...(threadTs && { thread_ts: threadTs }),
      },
      channel: { id: channel, name: nameForApp(directory.conversation(channel)) },
      // An app never gets the content of an ephemeral message back.
      ...(!onlyFor && { message: toSlackMessage(message, context) }),
      state: { values: values() },
      response_url: responseUrl(context, { userId, channel, messageTs: ts, threadTs }),
    }),
  };
}

function viewSurface({ views, seed }: Context, view: OpenView | undefined): Surface {
  if (!view) throw new PageError("view_not_found", "This view has been closed.");
  const { content, values, conversationId } = view;
  return {
    ...{ blocks: content.blocks, values, conversationId },
    keep(kept, touchedBlock) {
      const { [touchedBlock]: _, ...errors } = view.errors;
      views.note(view, { values: kept, errors });
    },
    payload: () => ({
      container: { type: "view", view_id: view.id },
      view: toSlackView(view, seed),
    }),
  };
}
