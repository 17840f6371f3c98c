import type { KnownBlock } from "@slack/types";

/** What is posted: `text` is the notification and what screen readers say; it holds no account number and no address. */
export interface Message {
  text: string;
  blocks: KnownBlock[];
}
