import type { Json } from "./json.ts";
import { dig, isJson, listAt, textAt } from "./json.ts";

/** Reads Block Kit as a person sees it. */

export interface Placed {
  blockId: string;
  actionId: string;
  element: Json;
  /** The label of its input, or its own text. */
  label: string;
  isInput: boolean;
  /** Its value comes with every submission. */
  isStateful: boolean;
  /** Its change is told at once. */
  isTold: boolean;
}

const STATELESS = ["button", "overflow"];

/** All elements that a person can press or fill in. */
export function elementsIn(view: unknown): Placed[] {
  return listAt(view, "blocks").flatMap((block) => {
    const isInput = textAt(block, "type") === "input";
    const label = textAt(block, "label", "text");
    const isTold = !isInput || dig(block, "dispatch_action") === true;
    const own = [dig(block, "element"), dig(block, "accessory"), ...listAt(block, "elements")];
    return own.filter(isJson).flatMap((element): Placed[] => {
      const actionId = textAt(element, "action_id");
      if (actionId === "") return [];
      const shown =
        label || textAt(element, "text", "text") || textAt(element, "placeholder", "text");
      const isStateful = !STATELESS.includes(textAt(element, "type"));
      const blockId = textAt(block, "block_id");
      return [{ blockId, actionId, element, label: shown, isInput, isStateful, isTold }];
    });
  });
}

export function initialOf(element: Json): Json {
  const type = textAt(element, "type");
  switch (type) {
    case "plain_text_input":
    case "number_input":
      return { type, value: element.initial_value ?? null };
    case "checkboxes":
      return { type, selected_options: element.initial_options ?? [] };
    case "radio_buttons":
    case "static_select":
      return { type, selected_option: element.initial_option ?? null };
    default:
      return { type };
  }
}

/** The options of a select, overflow, radio buttons or checkboxes. */
export function optionsOf(element: Json): Json[] {
  const groups = listAt(element, "option_groups").flatMap((group) => listAt(group, "options"));
  return [...listAt(element, "options"), ...groups].filter(isJson);
}

/** The value of an input that is filled with this: a text, or options by the beginning of theirs. */
export function valueFor(element: Json, input: string): Json {
  const type = textAt(element, "type");
  if (type === "plain_text_input" || type === "number_input") return { type, value: input };
  const options = optionsOf(element);
  const chosen = options.find((option) => textAt(option, "text", "text").startsWith(input));
  if (!chosen) {
    const offered = options.map((option) => textAt(option, "text", "text")).join(", ");
    throw new Error(`No option "${input}" among: ${offered}`);
  }
  return type === "checkboxes"
    ? { type, selected_options: [chosen] }
    : { type, selected_option: chosen };
}

/** All that a message or view says, a block a line. */
export function shownText(blocks: unknown): string {
  return listAt({ blocks }, "blocks")
    .map((block) => textIn(block).trim())
    .join("\n");
}

const WORDS = ["label", "hint", "text", "title", "placeholder", "fields", "elements", "element"];
const PARTS = ["accessory", "options", "option_groups"];
const LINES = ["rich_text_section", "rich_text_preformatted", "rich_text_quote", "option"];

function textIn(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textIn).join("");
  if (!isJson(value)) return "";
  const type = textAt(value, "type");
  if (type === "user") return `<@${textAt(value, "user_id")}>`;
  if (type === "channel") return `<#${textAt(value, "channel_id")}>`;
  if (type === "date") return textAt(value, "fallback");
  const own = [...WORDS, ...PARTS].map((key) => textIn(value[key])).join("");
  return LINES.includes(type) || "action_id" in value || "text" in Object(value.text)
    ? `${own}\n`
    : own;
}

export const headerOf = (blocks: readonly unknown[]): string => {
  const header = blocks.find((block) => textAt(block, "type") === "header");
  return textAt(header, "text", "text");
};
