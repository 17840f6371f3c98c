import type { KnownBlock } from "@slack/types";
import { header } from "./blocks/blocks.ts";
import type { Part } from "./blocks/parts.ts";
import { present } from "./blocks/parts.ts";

/** A message to post: `text` is the notification and what screen readers say; it holds no account number and no address. */
export interface Message {
  text: string;
  blocks: KnownBlock[];
}

export const messageWith = (text: string, ...blocks: readonly Part<KnownBlock>[]): Message => ({
  text,
  blocks: present(blocks),
});

/** A message under its own text. */
export const headed = (title: string, ...blocks: readonly Part<KnownBlock>[]): Message =>
  messageWith(title, header(title), ...blocks);
