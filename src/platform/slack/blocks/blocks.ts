import type * as kit from "@slack/types";
import { cleanText } from "../../text/shown-text.ts";
import { LIMITS } from "../limits.ts";
import { type Part, plain, present } from "./text.ts";

export function header(text: string): kit.HeaderBlock {
  return { type: "header", text: plain(cleanText(text, LIMITS.header.text[1])) };
}

/** Small grey elements, each of which breaks whole; null for none. A string may be anybody's. */
export function context(...parts: readonly Part<string | kit.MrkdwnElement>[]) {
  const elements = present(parts).map((part) => (typeof part === "string" ? plain(part) : part));
  return elements.length > 0 ? ({ type: "context", elements } satisfies kit.ContextBlock) : null;
}

/** For a context, with people and dates, which plain text has not. It is markup: only our words. */
export function ours(...leaves: readonly (string | kit.RichTextUserMention | kit.RichTextDate)[]) {
  const text = leaves.map((leaf) => {
    if (typeof leaf === "string") return leaf;
    if (leaf.type === "user") return `<@${leaf.user_id}>`;
    return `<!date^${leaf.timestamp}^${leaf.format}|${leaf.fallback ?? ""}>`;
  });
  return { type: "mrkdwn", text: text.join("") } satisfies kit.MrkdwnElement;
}

/** A row of buttons and menus; null for none. */
export function actions(...parts: readonly Part<kit.ActionsBlock["elements"][number]>[]) {
  const elements = present(parts);
  return elements.length > 0 ? ({ type: "actions", elements } satisfies kit.ActionsBlock) : null;
}

/** With a button beside it, or below it on a phone. The text may be anybody's. */
export function rowWith(text: string, accessory: kit.Button): kit.SectionBlock {
  return { type: "section", expand: true, text: plain(text), accessory };
}

export const divider = (): kit.DividerBlock => ({ type: "divider" });

/** A warning, for modals alone; Slack adds its own sign. */
export function alert(text: string): kit.AlertBlock {
  return { type: "alert", level: "error", text: plain(cleanText(text, LIMITS.alert.text[1])) };
}

interface InputOptions {
  hint?: string;
  isOptional?: boolean;
  /** Slack reports a choice at once, and the modal is drawn anew. */
  isReported?: boolean;
}

/** What was typed survives a redraw while the ids stay; new choices need a new `blockId`. */
export function input(
  blockId: string,
  label: string,
  element: kit.InputBlockElement,
  { hint, isOptional = false, isReported = false }: InputOptions = {},
): kit.InputBlock {
  return {
    type: "input",
    block_id: blockId,
    label: plain(label),
    element,
    optional: isOptional,
    dispatch_action: isReported,
    ...(hint !== undefined && { hint: plain(hint) }),
  };
}
