import { z } from "zod";
import { type Block, placedElements } from "../blocks/block.ts";
import type { Option } from "../blocks/composition.ts";
import { type ActionElement, allOptions } from "../blocks/elements.ts";
import { PageError } from "../slack-error.ts";

/** One element's entry in `state.values`, in Slack's spelling. */
export interface StateValue {
  type: string;
  value?: string | null;
  selected_option?: Option | null;
  selected_options?: Option[];
  selected_users?: string[];
  selected_conversation?: string | null;
}

/** block_id → action_id → value. */
export type StateValues = Record<string, Record<string, StateValue>>;

/** The page sends this for an element: text, one choice, several, or nothing. */
const several = z.array(z.string()).readonly();
export const elementInput = z.union([z.string(), z.number(), several, z.null()]);
export type ElementInput = z.output<typeof elementInput>;

export type StatefulElement = Exclude<ActionElement, { type: "button" | "overflow" }>;

export const isStateful = (element: ActionElement): element is StatefulElement =>
  element.type !== "button" && element.type !== "overflow";

/** The field in `state.values`, the one that fills it at first, and whether it holds several. */
const FILLS = {
  plain_text_input: ["value", "initial_value", false],
  static_select: ["selected_option", "initial_option", false],
  radio_buttons: ["selected_option", "initial_option", false],
  multi_static_select: ["selected_options", "initial_options", true],
  checkboxes: ["selected_options", "initial_options", true],
  multi_users_select: ["selected_users", "initial_users", true],
  conversations_select: ["selected_conversation", "initial_conversation", false],
} as const satisfies Record<StatefulElement["type"], readonly [keyof StateValue, string, boolean]>;

/** The value before anyone touched the element. */
export function initialValue(element: StatefulElement): StateValue {
  const [field, initial, isMany] = FILLS[element.type];
  const { [initial]: given }: Record<string, unknown> = element;
  return { type: element.type, [field]: given || (isMany ? [] : null) };
}

/**
 * Returns the values of newly drawn blocks. An element keeps its entry if block_id, action_id and
 * type are the same; an app resets a field by changing its block_id.
 */
export function valuesOf(blocks: readonly Block[], previous: StateValues = {}): StateValues {
  let values: StateValues = {};
  for (const { block, element } of placedElements(blocks)) {
    if (!isStateful(element)) continue;
    const [id, { action_id }] = [block.block_id, element];
    const before = previous[id]?.[action_id];
    const value = before?.type === element.type ? before : initialValue(element);
    // An assignment to the name `__proto__` would be lost.
    values = { ...values, [id]: { ...values[id], [action_id]: value } };
  }
  return values;
}

/** Throws a `PageError` for an input that the element does not offer. */
export function valueFrom(element: StatefulElement, input: ElementInput): StateValue {
  const [field, , isMany] = FILLS[element.type];
  const isOfOptions = "options" in element || "option_groups" in element;
  const given = [input ?? []]
    .flat()
    .map(String)
    .filter((each) => each !== "");
  const values = given.map((each) => (isOfOptions ? optionWith(element, each) : each));
  return { type: element.type, [field]: isMany ? values : (values[0] ?? null) };
}

function optionWith(
  element: { type: string } & Parameters<typeof allOptions<Option>>[0],
  value: string,
) {
  const option = allOptions(element).find((each) => each.value === value);
  if (!option) throw new PageError("no_such_option", `The ${element.type} offers no "${value}".`);
  return option;
}

/** The texts, the ids and the values of the options that a person entered. */
export const entriesIn = ({ type: _, ...values }: StateValue): string[] =>
  Object.values(values)
    .flat()
    .flatMap((each) => (typeof each === "object" ? (each?.value ?? []) : each || []));
