import { SlackError } from "../slack-error.ts";
import type { Block } from "./block.ts";
import { limits } from "./limits.ts";
import type { BlockRules } from "./list-rules.ts";
import { acceptBlocks } from "./validate.ts";

/** The content of a call that posts or changes a message. */
export interface GivenContent {
  text: string | undefined;
  blocks: unknown;
  attachments: unknown;
  markdownText: string | undefined;
}

/** Throws a `SlackError` for fields that conflict, or for too many attachments. */
export function refuseConflicts({ text, blocks, attachments, markdownText }: GivenContent): void {
  if (markdownText && (text || blocks !== undefined)) {
    throw new SlackError("markdown_text_conflict");
  }
  if (Array.isArray(attachments) && attachments.length > limits.attachments) {
    throw new SlackError("too_many_attachments");
  }
}

/**
 * Makes the content of a new message, with its text cut at Slack's 40,000 characters. Throws as `refuseConflicts` and
 * `acceptBlocks` do, or `no_text`.
 */
export function messageContent(
  given: GivenContent,
  rules: BlockRules,
): { text: string; blocks: Block[] } {
  refuseConflicts(given);
  const blocks = given.blocks === undefined ? [] : acceptBlocks(given.blocks, rules);
  const characters = [...(given.text ?? "")];
  if (characters.length === 0 && blocks.length === 0) throw new SlackError("no_text");
  return { text: characters.slice(0, limits.messageText).join(""), blocks };
}
