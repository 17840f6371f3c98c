import type { Block } from "../blocks/block.ts";
import type { RichTextLeaf } from "../blocks/rich-text.ts";
import { generatedName } from "./ids.ts";

/** With a scheme or www, or of an email. A bar ends it: inside `<…|…>` it begins a label. */
const ADDRESS =
  /(?<![\w.+-])((?:https?:\/\/|www\.)[^\s<>|`]*[^\s<>|`.,;:!?()'"]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/gi;

/**
 * Makes a message from typed text as Slack does. In `text` control characters are escaped, so that
 * nobody forges a mention, and addresses are in `<…>`; the blocks hold the same text unescaped.
 */
export function typedText(typed: string): { text: string; blocks: Block[] } {
  // Every second part is an address.
  const leaves = typed
    .split(ADDRESS)
    .map((part, index): Leaf => (index % 2 === 0 ? { type: "text", text: part } : linkTo(part)))
    .filter(({ text }) => text !== "");
  return {
    text: leaves.map(inText).join(""),
    blocks: [
      {
        ...{ type: "rich_text", block_id: generatedName() },
        elements: [{ type: "rich_text_section", elements: leaves }],
      },
    ],
  };
}

type Leaf = Extract<RichTextLeaf, { type: "text" | "link" }>;

function linkTo(address: string): Leaf {
  if (/^https?:/i.test(address)) return { type: "link", url: address };
  const scheme = /^www\./i.test(address) ? "http://" : "mailto:";
  return { type: "link", url: scheme + address, text: address };
}

function inText(leaf: Leaf): string {
  if (leaf.type === "text") return escaped(leaf.text);
  return `<${[leaf.url, ...(leaf.text ? [leaf.text] : [])].map(escaped).join("|")}>`;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
