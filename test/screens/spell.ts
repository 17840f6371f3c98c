import type { ModalView } from "@slack/types";
import type { Message } from "../../src/platform/slack/blocks/views.ts";
import { isView } from "./catalogue.ts";

/** A node of a message or view, whatever it is. */
type Node = Readonly<Record<string, unknown>>;

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

const textOf = (value: unknown): string => {
  if (typeof value === "string") return value;
  return isNode(value) ? textOf(value.text) : "";
};

/** A screen as `screens.md` draws it, a line each, so that people can review its words. */
export function spell(shown: Message | ModalView): string[] {
  const lines = shown.blocks.flatMap((block) => spellBlock({ ...block }));
  if (!isView(shown)) return [`text: ${shown.text}`, ...lines];
  const buttons = [shown.close, shown.submit].map((each) => each && `[${each.text}]`);
  return [shown.title.text, ...lines, buttons.filter(Boolean).join(" ")];
}

function spellBlock(node: Node): string[] {
  switch (node.type) {
    case "header":
      return [textOf(node)];
    case "alert":
      return [`⛔ ${textOf(node)}`];
    case "rich_text":
      return listOf(node.elements).flatMap(spellRichText);
    case "context":
      return [`(${listOf(node.elements).map(textOf).map(tidy).join(" · ")})`];
    case "section":
      return [`${textOf(node)} ${spellElement(isNode(node.accessory) ? node.accessory : {})}`];
    case "divider":
      return ["---"];
    case "actions":
      return [listOf(node.elements).map(spellElement).join(" ")];
    case "input": {
      const [element] = listOf([node.element]).map(spellElement);
      return [`${textOf(node.label)} ${element}`, ...(node.hint ? [`  ${textOf(node.hint)}`] : [])];
    }
    default:
      throw new Error(`Nothing of ours draws a ${node.type}`);
  }
}

/** People and times in our own markup. */
const tidy = (text: string) =>
  text.replace(/<!date[^|]*\|([^>]*)>/g, "$1").replace(/<@(\w+)>/g, "@$1");

function spellRichText({ type, elements }: Node): string[] {
  const before = { rich_text_quote: "> ", rich_text_preformatted: "| " }[String(type)] ?? "";
  const text = listOf(elements).map(spellLeaf).join("");
  return text.split("\n").map((line) => before + line);
}

function spellLeaf({ type, text, user_id, channel_id, fallback, style }: Node): string {
  if (type === "channel") return `#${channel_id}`;
  if (type === "user") return `@${user_id}`;
  if (type === "date") return String(fallback);
  const { bold, code } = isNode(style) ? style : { bold: false, code: false };
  const coded = code ? `[${text}]` : String(text);
  return bold ? `**${coded}**` : coded;
}

function spellElement({ type, text, options, style, placeholder }: Node): string {
  const choices = listOf(options)
    .map((each) => textOf(each) + (each.description ? ` (${textOf(each.description)})` : ""))
    .join(" · ");
  if (type === "button") return `[${textOf(text)}${style === "primary" ? "!" : ""}]`;
  if (type === "overflow") return `[⋯ ${choices}]`;
  if (type === "static_select") return `[${textOf(placeholder)} ▾ ${choices}]`;
  if (type === "radio_buttons") return `( ) ${choices}`;
  return type === "checkboxes" ? `[ ] ${choices}` : "[      ]";
}
