import { z } from "zod";
import { type Block, placedElements } from "../blocks/block.ts";
import type { ActionElement } from "../blocks/elements.ts";
import type { Context } from "../context.ts";
import { responseUrl } from "../delivery/response-url.ts";
import {
  elementInput,
  isStateful,
  type StatefulElement,
  type StateValues,
  valueFrom,
  valuesOf,
} from "../kept/element-values.ts";
import type { OpenView } from "../kept/views.ts";
import { PageError } from "../slack-error.ts";
import { nameForApp, toSlackMessage, toSlackView } from "../wire.ts";
import { type At, at, seenMessage } from "./on-message.ts";
import { interact, type Outcome, outcomeOf } from "./tell-app.ts";

/** A message, a modal (the top one when none is named), or the app's Home. */
const surfaceName = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("message"), ...at.shape }),
  z.object({ kind: z.literal("modal"), viewId: z.string().optional() }),
  z.object({ kind: z.literal("home") }),
]);

export const acting = z.object({
  ...{ surface: surfaceName, blockId: z.string(), actionId: z.string() },
  /** The typed or chosen value; a button needs none. */
  value: elementInput.default(null),
});

/** Presses a button or changes an input. The app gets `block_actions` if it asked for them. */
export async function act(
  context: Context,
  userId: string,
  { surface: name, blockId, actionId, value }: z.output<typeof acting>,
): Promise<Outcome> {
  const surface = surfaceOf(context, userId, name);
  const placed = placedElements(surface.blocks).find(
    ({ block, element }) => block.block_id === blockId && element.action_id === actionId,
  );
  if (!placed) throw new PageError("element_not_found", "That element is no longer here.");
  const { block, element } = placed;

  let { values } = surface;
  let did: object;
  if (isStateful(element)) {
    const state = valueFrom(element, value);
    values = { ...values, [blockId]: { ...values[blockId], [actionId]: state } };
    surface.keep(values, blockId);
    did = state;
  } else did = pressed(element, value);
  if (!isDispatched(block, element)) return { acknowledged: true };

  const action_ts = (context.now() / 1000).toFixed(6);
  const action = { ...did, block_id: blockId, action_id: actionId, action_ts };
  const fields = { ...surface.payload(values), actions: [action] };
  const receipt = await interact(context, userId, "block_actions", fields);
  return outcomeOf(receipt, "This action");
}

interface Surface {
  blocks: readonly Block[];
  values: StateValues;
  keep(values: StateValues, touchedBlock: string): void;
  /** The part of `block_actions` that names the place, what is entered, and the way to answer. */
  payload(values: StateValues): object;
}

function surfaceOf(context: Context, userId: string, name: z.output<typeof surfaceName>): Surface {
  const { views } = context;
  if (name.kind === "message") return messageSurface(context, userId, name);
  if (name.kind === "home") return viewSurface(context, views.homeOf(userId));
  // It is named because another may cover it, and its typed values are still its own.
  const named = views.stackOf(userId).find(({ id }) => id === name.viewId);
  return viewSurface(context, name.viewId === undefined ? views.top(userId) : named);
}

/** What somebody chose in a message stays in their browser alone. */
function messageSurface(context: Context, userId: string, { channel, ts }: At): Surface {
  const { directory, seed } = context;
  const message = seenMessage(context, userId, { channel, ts });
  const { threadTs, onlyFor, blocks } = message;
  return {
    ...{ blocks, values: valuesOf(blocks) },
    keep() {},
    payload: (values) => ({
      container: {
        ...{ type: "message", message_ts: ts, channel_id: channel },
        is_ephemeral: onlyFor !== undefined,
        ...(threadTs && { thread_ts: threadTs }),
      },
      channel: { id: channel, name: nameForApp(directory.conversation(channel)) },
      // An app never gets the content of an ephemeral message back.
      ...(!onlyFor && { message: toSlackMessage(message, seed) }),
      state: { values },
      response_url: responseUrl(context, { userId, channel, messageTs: ts, threadTs }),
    }),
  };
}

function viewSurface({ views, seed }: Context, view: OpenView | undefined): Surface {
  if (!view) throw new PageError("view_not_found", "This view has been closed.");
  const { content, values } = view;
  return {
    ...{ blocks: content.blocks, values },
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

/** Inputs are silent unless their block asks for `dispatch_action`; one of text tells at Enter. */
const isDispatched = (block: Block, element: ActionElement): boolean =>
  block.type !== "input" || (block.dispatch_action && element.type !== "plain_text_input");

/** The fields of an action that repeat the app's description of the element. */
function pressed(element: Exclude<ActionElement, StatefulElement>, chosen: unknown): object {
  if (element.type === "button") {
    const { type, text, value, style, url } = element;
    return { type, text, value, style, url };
  }
  const selected_option = element.options.find(({ value }) => value === chosen);
  if (!selected_option) throw new PageError("no_such_option", "The menu has no such entry.");
  return { type: element.type, selected_option };
}
