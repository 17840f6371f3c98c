import { z } from "zod";
import { generatedName } from "../ids.ts";
import { limits } from "./limits.ts";

/** A string of `min` to `max` code points. */
export function chars(max: number, min = 1) {
  return z
    .string()
    .refine((value) => [...value].length <= max, `must be less than ${max + 1} characters`)
    .refine((value) => [...value].length >= min, `must be more than ${min - 1} characters`);
}

export const blockId = chars(limits.id).default(generatedName);
export const actionId = chars(limits.id).default(generatedName);

export function plainText(max: number) {
  return z.strictObject({
    type: z.literal("plain_text"),
    text: chars(max),
    emoji: z.boolean().default(true),
  });
}

export function anyText(max: number) {
  const mrkdwn = z.strictObject({
    type: z.literal("mrkdwn"),
    text: chars(max),
    verbatim: z.boolean().default(false),
  });
  return z.discriminatedUnion("type", [plainText(max), mrkdwn]);
}

export type Text = z.output<ReturnType<typeof anyText>>;

export const confirm = z.strictObject({
  title: plainText(limits.confirmTitle),
  text: anyText(limits.confirmText),
  confirm: plainText(limits.confirmButton),
  deny: plainText(limits.confirmButton),
  style: z.enum(["primary", "danger"]).optional(),
});

export const plainOption = z.strictObject({
  text: plainText(limits.optionText),
  value: chars(limits.optionValue),
  description: plainText(limits.optionText).optional(),
});

/** Radio buttons and checkboxes may also carry mrkdwn. */
export const choiceOption = z.strictObject({
  text: anyText(limits.optionText),
  value: chars(limits.optionValue),
  description: anyText(limits.optionText).optional(),
});

export const overflowOption = z.strictObject({
  ...plainOption.shape,
  url: chars(limits.url).optional(),
});

export const optionGroup = z.strictObject({
  label: plainText(limits.groupLabel),
  options: z.array(plainOption).min(1).max(limits.options),
});

/** What a person picks: any of the option kinds. */
export type Option = z.output<typeof choiceOption>;
