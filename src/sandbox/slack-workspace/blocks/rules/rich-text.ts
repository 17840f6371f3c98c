import { inMessage } from "./payloads.ts";
import { type Rule, rulesAt } from "./rule.ts";

const { rule, atMost } = rulesAt(inMessage, "S", "1.4");

const leaf = { type: "text", text: "x" };
const user = { type: "user", user_id: "U0ANA00001" };
const richText = (...elements: object[]) => ({ type: "rich_text", elements });
const paragraph = (...elements: object[]) => richText({ type: "rich_text_section", elements });
const preformatted = (...elements: object[]) =>
  richText({ type: "rich_text_preformatted", elements });
const list = (fields: object) => {
  const item = { type: "rich_text_section", elements: [leaf] };
  return richText({ type: "rich_text_list", style: "bullet", elements: [item], ...fields });
};
const styled = (style: object) => paragraph({ ...leaf, style });
const date = (timestamp: number) => paragraph({ type: "date", timestamp, format: "{ago}" });
const called = (range: string) => paragraph({ type: "broadcast", range });

/** These rules are about rich text; their only source is types 3.2. */
export const richTextRules: readonly Rule[] = [
  rule(
    "a user in preformatted text",
    preformatted(leaf),
    preformatted(user),
    "/elements/0/elements/0/type",
  ),
  rule("a date leaf", date(1), date(1.5), "/elements/0/elements/0/timestamp"),
  rule("whom a broadcast calls", called("here"), called("all"), "/elements/0/elements/0/range"),
  rule(
    "a style",
    styled({ bold: true, italic: true, strike: true, underline: true, code: true }),
    styled({ highlight: true }),
    "/elements/0/elements/0/style/highlight",
    "unknown_field",
  ),
  rule("the style of a list", list({}), list({ style: "dashed" }), "/elements/0/style"),
  rule("fields of a list", list({}), list({ offset: 1 }), "/elements/0/offset", "unknown_field"),
  rule("the border of a list", list({ border: 1 }), list({ border: 2 }), "/elements/0/border"),
  atMost("the indent of a list", 8, (indent) => list({ indent }), "/elements/0/indent"),
];
