import type { PlainTextElement } from "@slack/types";
import { oneLine } from "../../text/shown-text.ts";

/** Something drawn, or the condition that leaves it out. */
export type Part<T> = T | false | null | undefined;

export function present<T extends object | string>(parts: readonly Part<T>[]): T[] {
  return parts.filter((part): part is T => part !== false && part !== null && part !== undefined);
}

/** Text that Slack shows as it is: no markup, no emoji names, one line. */
export function plain(text: string): PlainTextElement {
  return { type: "plain_text", text: oneLine(text), emoji: false };
}
