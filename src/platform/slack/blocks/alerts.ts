import type { KnownBlock, RichTextSection } from "@slack/types";
import { plain } from "./blocks.ts";
import { limits } from "./limits.ts";
import { richText } from "./rich-text.ts";

/**
 * Red lines for a modal, an alert each. An alert is for modals alone and takes one short text: a line with people or dates in
 * it, or a longer one, stays a line.
 */
export function alerts(warnings: readonly RichTextSection[]): KnownBlock[] {
  return warnings.map((line) => {
    const texts = line.elements.flatMap((leaf) => (leaf.type === "text" ? [leaf.text] : []));
    // The alert has a sign of its own.
    const text = texts.join("").replace(/^🔴 /u, "");
    const isShort = [...text].length <= limits.alertText;
    return texts.length === line.elements.length && isShort
      ? { type: "alert", level: "error", text: plain(text) }
      : richText(line);
  });
}
