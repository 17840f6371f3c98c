import { z } from "zod";
import { blockId, chars, plainText } from "./composition.ts";
import { limits } from "./limits.ts";

const address = chars(limits.url);

export const video = z.strictObject({
  type: z.literal("video"),
  block_id: blockId,
  video_url: address,
  thumbnail_url: address,
  alt_text: chars(limits.altText),
  title: plainText(limits.videoTitle),
  title_url: address
    .refine((url) => url.startsWith("https://"), "must be an https address")
    .optional(),
  author_name: chars(limits.videoAuthor).optional(),
  provider_name: z.string().optional(),
  provider_icon_url: address.optional(),
  description: plainText(limits.text).optional(),
});
