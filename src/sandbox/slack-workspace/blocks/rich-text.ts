import { z } from "zod";
import { blockId, chars } from "./composition.ts";
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

/** No longest is documented for its text; what holds it has one. */
const text = z.strictObject({ type: z.literal("text"), text: z.string().min(1), style });
const link = z.strictObject({
  type: z.literal("link"),
  url: chars(limits.url),
  text: z.string().optional(),
  unsafe: z.boolean().optional(),
  style,
});

export const richTextLeaf = z.discriminatedUnion("type", [
  text,
  link,
  z.strictObject({ type: z.literal("user"), user_id: chars(limits.id), style }),
  z.strictObject({ type: z.literal("channel"), channel_id: chars(limits.id), style }),
  z.strictObject({ type: z.literal("usergroup"), usergroup_id: chars(limits.id), style }),
  z.strictObject({ type: z.literal("team"), team_id: chars(limits.id), style }),
  z.strictObject({
    type: z.literal("broadcast"),
    range: z.enum(["here", "channel", "everyone"]),
    style,
  }),
  z.strictObject({
    type: z.literal("emoji"),
    name: chars(limits.id),
    unicode: z.string().optional(),
    url: z.string().optional(),
    style,
  }),
  z.strictObject({
    type: z.literal("date"),
    timestamp: z.int(),
    format: chars(limits.id),
    url: z.string().optional(),
    fallback: z.string().optional(),
    style,
  }),
  z.strictObject({ type: z.literal("color"), value: chars(limits.id), style }),
]);

const section = z.strictObject({
  type: z.literal("rich_text_section"),
  elements: z.array(richTextLeaf),
});

const border = z.int().min(0).max(1).optional();

export const richTextPart = z.discriminatedUnion("type", [
  section,
  z.strictObject({
    type: z.literal("rich_text_list"),
    style: z.enum(["bullet", "ordered"]),
    elements: z.array(section),
    indent: z.int().min(0).max(limits.listIndent).optional(),
    border,
  }),
  z.strictObject({ type: z.literal("rich_text_quote"), elements: z.array(richTextLeaf), border }),
  z.strictObject({
    type: z.literal("rich_text_preformatted"),
    elements: z.array(z.discriminatedUnion("type", [text, link])),
    border,
  }),
]);

export const richText = z.strictObject({
  type: z.literal("rich_text"),
  block_id: blockId,
  elements: z.array(richTextPart),
});

/** Rich text within something else. */
export const richTextValue = richText.extend({ block_id: chars(limits.id).optional() });

export type RichTextValue = z.output<typeof richTextValue>;
export type RichTextPart = z.output<typeof richTextPart>;
export type RichTextLeaf = z.output<typeof richTextLeaf>;
