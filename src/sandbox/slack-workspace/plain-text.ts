import type { Block } from "./blocks/block.ts";
import type { Option } from "./blocks/composition.ts";
import { type ActionElement, allOptions } from "./blocks/elements.ts";
import type { RichTextLeaf } from "./blocks/rich-text.ts";

/**
 * Returns the words that a person reads, one line each: text, fields, labels of inputs and buttons,
 * options; without blocks the `text`. Mentions, dates and formatting keep Slack's spelling, so that
 * a test can see them.
 */
export const plainTextOf = ({ text = "", blocks = [] }: Says): string =>
  blocks.length === 0 ? text : blocks.flatMap(linesOf).join("\n");

interface Says {
  text?: string;
  blocks?: readonly Block[];
}

function linesOf(block: Block): string[] {
  switch (block.type) {
    case "section":
      return [block.text.text, ...(block.accessory ? elementLines(block.accessory) : [])];
    case "actions":
      return block.elements.flatMap(elementLines);
    case "context":
      return block.elements.map(({ text }) => text);
    case "header":
    case "alert":
      return [block.text.text];
    case "input":
      return [block.label.text, ...elementLines(block.element), block.hint?.text ?? []].flat();
    case "rich_text":
      return block.elements.map(({ elements }) => elements.map(leafText).join(""));
    case "divider":
      return [];
  }
}

function elementLines(element: ActionElement): string[] {
  if (element.type === "button") return [`[${element.text.text}]`];
  if (!("options" in element || "option_groups" in element)) return [];
  return allOptions<Option>(element).map(({ text }) => text.text);
}

function leafText(leaf: RichTextLeaf): string {
  switch (leaf.type) {
    case "text":
      return leaf.text;
    case "link":
      return leaf.text ?? leaf.url;
    case "user":
      return `<@${leaf.user_id}>`;
    case "channel":
      return `<#${leaf.channel_id}>`;
    case "date":
      return leaf.fallback ?? `<!date^${leaf.timestamp}^${leaf.format}>`;
  }
}
