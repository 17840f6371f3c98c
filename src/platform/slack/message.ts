import type { KnownBlock } from "@slack/types";

/** A message to post: `text` is the notification and what screen readers say; it holds no account number and no address. */
export interface Message {
  text: string;
  blocks: KnownBlock[];
}
