import { z } from "zod";
import type { Block } from "../blocks/block.ts";
import type { ActionElement } from "../blocks/elements.ts";
import type { Context } from "../context.ts";
import {
  type ElementInput,
  elementInput,
  isStateful,
  type StatefulElement,
  type StateValue,
  valueFrom,
} from "../kept/element-values.ts";
import { PageError } from "../page-routes/page-error.ts";
import { interact, type Outcome, outcomeOf } from "./interact.ts";
import { elementName, elementOn } from "./surface.ts";

export const acting = elementName.extend({
  /**
   * The typed or chosen value; a button needs none. An input without it keeps its value, and the
   * app still hears of it.
   */
  value: elementInput.optional(),
  /** The person may type more: the value is kept, and the app does not hear of it yet. */
  isTyping: z.boolean().optional(),
});

/**
 * A person presses a button or changes an input. The app gets `block_actions` if it asked for them.
 */
export async function act(
  context: Context,
  userId: string,
  { value, isTyping = false, ...name }: z.output<typeof acting>,
): Promise<Outcome> {
  const { surface, block, element } = elementOn(context, userId, name);
  const { blockId, actionId } = name;

  const isChange = isStateful(element) && value !== undefined;
  const before = surface.values[blockId]?.[actionId];
  const state = isChange ? valueFrom(element, value) : before;
  if (isChange && state) {
    refuseChoice(context, userId, element, state);
    const inBlock = { ...surface.values[blockId], [actionId]: state };
    surface.keep({ ...surface.values, [blockId]: inBlock }, blockId);
  }
  if (isTyping || !isDispatched(block, element)) return { acknowledged: true };

  const { conversationId } = surface;
  const action = {
    ...{ ...spelledOut(element, value ?? null), ...state },
    ...{ block_id: blockId, action_id: actionId },
    action_ts: (context.now() / 1000).toFixed(6),
  };
  const fields = { ...surface.payload(), actions: [action] };
  const type = "block_actions";
  const receipt = await interact(context, userId, { type, conversationId }, fields);
  return outcomeOf(receipt, "This action");
}

/**
 * Throws a `PageError` for a choice that Slack denies this person: of a member, a place, or too
 * many.
 */
function refuseChoice(
  { directory }: Context,
  userId: string,
  element: StatefulElement,
  { selected_users: users = [], selected_conversation: place, selected_options = [] }: StateValue,
): void {
  const members = directory.users().filter(({ isDeactivated }) => !isDeactivated);
  const places = directory.channelsFor(userId);
  const strange = [
    ...users.filter((user) => !members.some(({ id }) => id === user)),
    ...(place && !places.some(({ id }) => id === place) ? [place] : []),
  ];
  if (strange.length > 0) {
    throw new PageError("no_such_option", `The ${element.type} offers no "${strange[0]}".`);
  }
  const most = "max_selected_items" in element ? element.max_selected_items : undefined;
  if (most !== undefined && Math.max(users.length, selected_options.length) > most) {
    throw new PageError("too_many_options", `Choose at most ${most}.`);
  }
}

/**
 * Inputs are silent until submission, unless their block asks for `dispatch_action`; one of text
 * then tells at Enter.
 */
const isDispatched = (block: Block, element: ActionElement): boolean =>
  block.type !== "input" || (block.dispatch_action && element.type !== "plain_text_input");

/** The fields of an action that repeat the app's description of the element, where they matter. */
function spelledOut(element: ActionElement, value: ElementInput): object {
  if (element.type === "button") {
    const { type, text, value: carried, style, url } = element;
    return { type, text, value: carried, style, url };
  }
  if (element.type === "overflow") {
    const chosen = element.options.find((option) => option.value === value);
    if (!chosen) throw new PageError("no_such_option", "The menu has no such entry.");
    return { type: element.type, selected_option: chosen };
  }
  return { type: element.type };
}
