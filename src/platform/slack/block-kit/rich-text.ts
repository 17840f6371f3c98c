import { z } from "zod";
import { limits } from "../blocks/limits.ts";
import { chars, id, url } from "./texts.ts";

/** Rich text (https://docs.slack.dev/reference/block-kit/blocks/rich-text-block). */

const style = z
  .strictObject({
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    strike: z.boolean().optional(),
    underline: z.boolean().optional(),
    code: z.boolean().optional(),
  })
  .optional();

const text = z.strictObject({ type: z.literal("text"), text: chars(limits.text), style });
const link = z.strictObject({
  type: z.literal("link"),
  url,
  text: chars(limits.text).optional(),
  unsafe: z.boolean().optional(),
  style,
});

const leaf = z.discriminatedUnion("type", [
  text,
  link,
  z.strictObject({ type: z.literal("user"), user_id: id, style }),
  z.strictObject({ type: z.literal("channel"), channel_id: id, style }),
  z.strictObject({ type: z.literal("usergroup"), usergroup_id: id, style }),
  z.strictObject({ type: z.literal("team"), team_id: id, style }),
  z.strictObject({
    type: z.literal("broadcast"),
    range: z.enum(["here", "channel", "everyone"]),
    style,
  }),
  z.strictObject({ type: z.literal("emoji"), name: id, unicode: z.string().optional(), style }),
  z.strictObject({
    type: z.literal("date"),
    timestamp: z.int(),
    format: chars(limits.text),
    url: url.optional(),
    fallback: chars(limits.text).optional(),
    style,
  }),
  z.strictObject({ type: z.literal("color"), value: id, style }),
]);

const section = z.strictObject({
  type: z.literal("rich_text_section"),
  elements: z.array(leaf).min(1),
});
const border = z.int().min(0).max(1).optional();

export const richText = z.strictObject({
  type: z.literal("rich_text"),
  block_id: id.optional(),
  elements: z
    .array(
      z.discriminatedUnion("type", [
        section,
        z.strictObject({
          type: z.literal("rich_text_list"),
          style: z.enum(["bullet", "ordered"]),
          elements: z.array(section).min(1),
          indent: z.int().min(0).max(8).optional(),
          border,
        }),
        z.strictObject({
          type: z.literal("rich_text_quote"),
          elements: z.array(leaf).min(1),
          border,
        }),
        z.strictObject({
          type: z.literal("rich_text_preformatted"),
          elements: z.array(z.discriminatedUnion("type", [text, link])).min(1),
          border,
        }),
      ]),
    )
    .min(1),
});
