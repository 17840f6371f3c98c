import { z } from "zod";
import { blockId, chars, typed } from "./composition.ts";
import { limits } from "./limits.ts";

const style = z
  .strictObject({
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    strike: z.boolean().optional(),
    underline: z.boolean().optional(),
    code: z.boolean().optional(),
  })
  .optional();

/** Slack documents no limit for this text, only for its block. */
const text = typed("text", { text: z.string().min(1), style });
const link = typed("link", {
  url: chars(limits.url),
  text: z.string().optional(),
  unsafe: z.boolean().optional(),
  style,
});
const name = chars(limits.id);

export const richTextLeaf = z.discriminatedUnion("type", [
  text,
  link,
  typed("user", { user_id: name, style }),
  typed("channel", { channel_id: name, style }),
  typed("usergroup", { usergroup_id: name, style }),
  typed("team", { team_id: name, style }),
  typed("broadcast", { range: z.enum(["here", "channel", "everyone"]), style }),
  typed("emoji", { name, unicode: z.string().optional(), url: z.string().optional(), style }),
  typed("date", {
    timestamp: z.int(),
    format: name,
    url: z.string().optional(),
    fallback: z.string().optional(),
    style,
  }),
  typed("color", { value: name, style }),
]);

const section = typed("rich_text_section", { elements: z.array(richTextLeaf) });

const border = z.int().min(0).max(1).optional();

export const richTextPart = z.discriminatedUnion("type", [
  section,
  typed("rich_text_list", {
    style: z.enum(["bullet", "ordered"]),
    elements: z.array(section),
    indent: z.int().min(0).max(limits.listIndent).optional(),
    border,
  }),
  typed("rich_text_quote", { elements: z.array(richTextLeaf), border }),
  typed("rich_text_preformatted", {
    elements: z.array(z.discriminatedUnion("type", [text, link])),
    border,
  }),
]);

export const richText = typed("rich_text", { block_id: blockId, elements: z.array(richTextPart) });

/** Rich text inside another block or element. */
export const richTextValue = richText.extend({ block_id: name.optional() });

export type RichTextValue = z.output<typeof richTextValue>;
export type RichTextPart = z.output<typeof richTextPart>;
export type RichTextLeaf = z.output<typeof richTextLeaf>;
