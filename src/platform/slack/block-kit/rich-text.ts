import { z } from "zod";
import { limits } from "../blocks/limits.ts";
import { chars, id, url } from "./texts.ts";

/** The rich text that this app sends (https://docs.slack.dev/reference/block-kit/blocks/rich-text-block). */

const style = z
  .strictObject({ bold: z.boolean().optional(), code: z.boolean().optional() })
  .optional();

const text = z.strictObject({ type: z.literal("text"), text: chars(limits.text), style });

/** No `broadcast`: nothing of ours calls everybody. */
const leaf = z.discriminatedUnion("type", [
  text,
  z.strictObject({ type: z.literal("link"), url, text: chars(limits.text).optional() }),
  z.strictObject({ type: z.literal("user"), user_id: id }),
  z.strictObject({ type: z.literal("channel"), channel_id: id }),
  z.strictObject({ type: z.literal("usergroup"), usergroup_id: id }),
  z.strictObject({
    type: z.literal("date"),
    timestamp: z.int(),
    format: chars(limits.text),
    fallback: chars(limits.text).optional(),
  }),
]);

const section = z.strictObject({
  type: z.literal("rich_text_section"),
  elements: z.array(leaf).min(1),
});

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
        }),
        z.strictObject({
          type: z.literal("rich_text_quote"),
          elements: z.array(leaf).min(1),
        }),
        z.strictObject({
          type: z.literal("rich_text_preformatted"),
          elements: z.array(z.discriminatedUnion("type", [text])).min(1),
        }),
      ]),
    )
    .min(1),
});
