import { SlackError } from "../slack-error.ts";
import type { Block } from "./block.ts";
import { limits } from "./limits.ts";
import type { BlockRules } from "./list-rules.ts";
import { acceptBlocks } from "./validate.ts";

/** What a call that posts says. */
export interface GivenContent {
  text: string | undefined;
  blocks: unknown;
  attachments: unknown;
  markdownText: string | undefined;
}

/** A message to be posted, its text cut at Slack's 40,000 characters. Throws a `SlackError` by Slack's name for what is wrong. */
export function messageContent(
  { text = "", blocks: given, attachments, markdownText }: GivenContent,
  rules: BlockRules,
): { text: string; blocks: Block[] } {
  if (markdownText && (text || given !== undefined)) throw new SlackError("markdown_text_conflict");
  if (Array.isArray(attachments) && attachments.length > limits.attachments) {
    throw new SlackError("too_many_attachments");
  }
  const shown = markdownText ? [{ type: "markdown", text: markdownText }] : given;
  const blocks = shown === undefined ? [] : acceptBlocks(shown, rules);
  const characters = [...(markdownText || text)];
  if (characters.length === 0 && blocks.length === 0) throw new SlackError("no_text");
  return { text: characters.slice(0, limits.messageText).join(""), blocks };
}
