import type {
  ActionsBlock,
  Button,
  HeaderBlock,
  InputBlock,
  InputBlockElement,
  PlainTextElement,
  PlainTextOption,
  SectionBlock,
} from "@slack/types";
import { folded, shortened } from "../../text/shown-text.ts";
import { limits } from "./limits.ts";

/** Text that Slack shows as it is: no markup, no emoji names, one line. Every text outside rich text goes through here. */
export function plain(text: string): PlainTextElement {
  return { type: "plain_text", text: folded(text), emoji: false };
}

export function header(text: string): HeaderBlock {
  return { type: "header", text: plain(shortened(text, limits.header)) };
}

export function section(text: string, accessory?: SectionBlock["accessory"]): SectionBlock {
  return { type: "section", text: plain(text), ...(accessory && { accessory }) };
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

export function option(label: string, value: string, description?: string): PlainTextOption {
  return {
    text: plain(shortened(label, limits.optionText)),
    value,
    ...(description !== undefined && {
      description: plain(shortened(description, limits.optionDescription)),
    }),
  };
}
