import { z } from "zod";
import { chars, generatedId, typed } from "./composition.ts";
import { LIMITS } from "./limits.ts";

const flag = z.boolean().optional();
const style = z.strictObject({ bold: flag, italic: flag, code: flag }).optional();

/** Slack documents no limit for this text, only for its block. */
const text = typed("text", { text: z.string().min(1), style });
const link = typed("link", { url: chars(LIMITS.url), text: z.string().optional(), style });
const name = chars(LIMITS.id);

const leaf = z.discriminatedUnion("type", [
  text,
  link,
  typed("user", { user_id: name, style }),
  typed("channel", { channel_id: name, style }),
  typed("date", { timestamp: z.int(), format: name, fallback: z.string().optional(), style }),
]);

const part = z.discriminatedUnion("type", [
  typed("rich_text_section", { elements: z.array(leaf) }),
  typed("rich_text_quote", { elements: z.array(leaf) }),
  typed("rich_text_preformatted", {
    elements: z.array(z.discriminatedUnion("type", [text, link])),
  }),
]);

export const richText = typed("rich_text", { block_id: generatedId, elements: z.array(part) });

export type RichTextPart = z.output<typeof part>;
export type RichTextLeaf = z.output<typeof leaf>;
