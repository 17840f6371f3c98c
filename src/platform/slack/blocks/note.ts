import { escaped, shortened } from "../../text/shown-text.ts";
import type { Message } from "../message.ts";
import { section } from "./blocks.ts";
import { limits } from "./limits.ts";

/** A plain answer. It names no account number and no address: the notification repeats its first sentence. */
export function note(first: string, ...more: readonly string[]): Message {
  return {
    text: escaped(shortened(first, 300)),
    blocks: [first, ...more].map((sentence) => section(shortened(sentence, limits.text))),
  };
}
