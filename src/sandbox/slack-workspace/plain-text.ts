import type { Block, TableCell } from "./blocks/block.ts";
import { allOptions } from "./blocks/choices.ts";
import type { Text } from "./blocks/composition.ts";
import type { ActionElement } from "./blocks/elements.ts";
import type { RichTextLeaf, RichTextPart } from "./blocks/rich-text.ts";

/**
 * Returns the words that a person reads, one line each: text, fields, labels of inputs and buttons, options; without
 * blocks the `text`. Mentions, dates and formatting keep Slack's spelling, so that a test can see them.
 */
export function plainTextOf({
  text = "",
  blocks = [],
}: {
  text?: string;
  blocks?: readonly Block[];
}): string {
  return blocks.length === 0 ? text : blocks.flatMap(linesOf).join("\n");
}

function linesOf(block: Block): string[] {
  switch (block.type) {
    case "section":
      return [...texts(block.text, ...(block.fields ?? [])), ...elementLines(block.accessory)];
    case "actions":
      return block.elements.flatMap(elementLines);
    case "context":
      return block.elements.map((each) => (each.type === "image" ? each.alt_text : each.text));
    case "header":
    case "alert":
      return [block.text.text];
    case "image":
      return [...texts(block.title), block.alt_text];
    case "input":
      return [block.label.text, ...elementLines(block.element), ...texts(block.hint)];
    case "rich_text":
      return block.elements.flatMap(richTextLines);
    case "markdown":
      return [block.text];
    case "table":
      return block.rows.map(rowLine);
    case "video":
      return [block.title.text, block.author_name, block.provider_name, block.description?.text]
        .filter((each) => each !== undefined)
        .concat(block.alt_text);
    case "file":
      return [block.external_id];
    case "data_table":
      return [block.caption, ...block.rows.map(rowLine)];
    case "card":
      return [
        ...texts(block.title, block.subtitle, block.body),
        ...(block.actions ?? []).flatMap(elementLines),
      ];
    case "container":
      return [
        ...(block.rich_text_title?.elements.flatMap(richTextLines) ?? texts(block.title)),
        ...texts(block.subtitle),
        ...block.child_blocks.flatMap(linesOf),
      ];
    case "divider":
      return [];
  }
}

const texts = (...given: (Text | undefined)[]): string[] =>
  given.flatMap((each) => (each ? [each.text] : []));

const rowLine = (row: readonly TableCell[]): string => row.map(cellText).join(" | ");

const cellText = (cell: TableCell): string =>
  cell.type === "rich_text" ? cell.elements.flatMap(richTextLines).join(" ") : cell.text;

function elementLines(
  element: ActionElement | { type: "image"; alt_text: string } | undefined,
): string[] {
  switch (element?.type) {
    case "button":
    case "workflow_button":
      return [`[${element.text.text}]`];
    case "image":
      return [element.alt_text];
    case "overflow":
    case "radio_buttons":
    case "checkboxes":
    case "static_select":
    case "multi_static_select":
      return allOptions<{ value: string; text: Text }>(element).map(({ text }) => text.text);
    default:
      return [];
  }
}

function richTextLines(part: RichTextPart): string[] {
  if (part.type === "rich_text_list") {
    return part.elements.map(({ elements }) => elements.map(leafText).join(""));
  }
  return [part.elements.map(leafText).join("")];
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
    case "usergroup":
      return `<!subteam^${leaf.usergroup_id}>`;
    case "team":
      return `<!team^${leaf.team_id}>`;
    case "broadcast":
      return `@${leaf.range}`;
    case "emoji":
      return `:${leaf.name}:`;
    case "date":
      return leaf.fallback ?? `<!date^${leaf.timestamp}^${leaf.format}>`;
    case "color":
      return leaf.value;
  }
}
