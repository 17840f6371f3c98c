import type {
  ActionsBlock,
  Button,
  ContextBlock,
  HeaderBlock,
  InputBlock,
  InputBlockElement,
  MrkdwnElement,
  Overflow,
  PlainTextElement,
  PlainTextOption,
  RichTextDate,
  RichTextUserMention,
  SectionBlock,
} from "@slack/types";
import { folded, shortened } from "../../text/shown-text.ts";
import { action } from "./ids.ts";
import { limits } from "./limits.ts";
import type { Part } from "./parts.ts";
import { present } from "./parts.ts";

/** Text that Slack shows as it is: no markup, no emoji names, one line. Every text outside rich text goes through here. */
export function plain(text: string): PlainTextElement {
  return { type: "plain_text", text: folded(text), emoji: false };
}

export function header(text: string): HeaderBlock {
  return { type: "header", text: plain(shortened(text, limits.header)) };
}

export function section(text: string, accessory?: SectionBlock["accessory"]): SectionBlock {
  return { type: "section", text: plain(text), expand: true, ...(accessory && { accessory }) };
}

export function actions(...elements: ActionsBlock["elements"]): ActionsBlock {
  return { type: "actions", elements };
}

/** `value` comes back as it is sent: nothing in it may be trusted. */
export function button(
  label: string,
  actionId: string,
  value: string,
  more: Pick<Button, "style" | "confirm" | "accessibility_label"> = {},
): Button {
  return { type: "button", action_id: actionId, text: plain(label), value, ...more };
}

/** Slack opens the address by itself. */
export function linkButton(label: string, url: string, more: Pick<Button, "style"> = {}): Button {
  return { ...button(label, action.openLink, "link", more), url };
}

export function input(
  blockId: string,
  label: string,
  element: InputBlockElement,
  more: { hint?: string; optional?: boolean; dispatch_action?: boolean } = {},
): InputBlock {
  const { hint, ...flags } = more;
  return {
    type: "input",
    block_id: blockId,
    label: plain(label),
    element,
    ...(hint !== undefined && { hint: plain(hint) }),
    ...flags,
  };
}

/** Secondary actions behind three dots. Each option's value says which one was chosen. */
export function overflow(actionId: string, options: PlainTextOption[]): Overflow {
  return { type: "overflow", action_id: actionId, options };
}

/** Small grey lines: a text may be anybody's. */
export function context(...parts: readonly Part<string | MrkdwnElement>[]): ContextBlock {
  const elements = present(parts).map((part) => (typeof part === "string" ? plain(part) : part));
  return { type: "context", elements: elements.slice(0, limits.contextElements) };
}

/** A text with a part that is known only later makes an index signature, which asks for no member. */
type Literal<Text extends string> = Text extends `${number} people`
  ? Text
  : Record<never, never> extends Record<Text, 1>
    ? never
    : Text;

/**
 * One of those lines, with people and dates. Its words are literals, since a foreign text could mark something up: that
 * does not compile here, and is a line of its own.
 */
export function ourLine<Words extends string>(
  ...leaves: readonly Part<RichTextUserMention | RichTextDate | Literal<Words>>[]
): MrkdwnElement {
  return { type: "mrkdwn", text: present(leaves).map(inMarkup).join("") };
}

function inMarkup(leaf: RichTextUserMention | RichTextDate | string): string {
  if (typeof leaf === "string") return leaf;
  if (leaf.type === "user") return `<@${leaf.user_id}>`;
  return `<!date^${leaf.timestamp}^${leaf.format}|${leaf.fallback ?? ""}>`;
}

export function option(label: string, value: string, description?: string): PlainTextOption {
  return {
    text: plain(shortened(label, limits.optionText)),
    value,
    ...(description !== undefined && {
      description: plain(shortened(description, limits.optionDescription)),
    }),
  };
}
