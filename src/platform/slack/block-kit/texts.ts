import { z } from "zod";
import { limits } from "../blocks/limits.ts";

/** Text and composition objects (https://docs.slack.dev/reference/block-kit/composition-objects), in strict objects: Slack refuses unknown fields. */

/** `min` to `max` code points that UTF-8 can carry. */
export function chars(max: number, min = 1) {
  return z
    .string()
    .refine((text) => text.isWellFormed(), "contains a lone surrogate")
    .refine((text) => {
      const length = [...text].length;
      return length >= min && length <= max;
    }, `must have ${min} to ${max} characters`);
}

export const id = chars(limits.id);
export const url = chars(limits.url).refine(
  (text) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text),
  "must be an address",
);

/** Plain text only: in `mrkdwn` a foreign text could mention a channel or pass for a line of ours. */
export function plainText(max: number) {
  return z.strictObject({
    type: z.literal("plain_text"),
    text: chars(max),
    emoji: z.boolean().optional(),
  });
}

/** The one `mrkdwn` of ours: plain words, people and dates, with no character that marks anything up. */
export const ownWords = z.strictObject({
  type: z.literal("mrkdwn"),
  text: chars(limits.text).regex(
    /^(?:[\p{L}\d ,.·-]|<@[A-Z0-9]+>|<!date\^\d+\^[{}a-z_ ]+\|[\w :-]+>)+$/u,
    "must be words of ours",
  ),
});

export const colour = z.enum(["primary", "danger"]);

export const confirm = z.strictObject({
  title: plainText(limits.confirmTitle).optional(),
  text: plainText(limits.confirmText),
  confirm: plainText(limits.confirmButton).optional(),
  deny: plainText(limits.confirmButton).optional(),
  style: colour.optional(),
});

export const option = z.strictObject({
  text: plainText(limits.optionText),
  value: chars(limits.optionValue),
  description: plainText(limits.optionDescription).optional(),
});

export const optionGroup = z.strictObject({
  label: plainText(limits.groupLabel),
  options: z.array(option).min(1).max(limits.options),
});
