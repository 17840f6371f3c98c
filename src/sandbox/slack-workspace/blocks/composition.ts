import { z } from "zod";
import { generatedName } from "../kept/ids.ts";
import { broken } from "./fault.ts";
import { limits } from "./limits.ts";

/** A string of `min` to `max` code points. */
export function chars(max: number, min = 1) {
  return z.string().superRefine((value, context) => {
    const length = [...value].length;
    const got = String(length);
    if (length > max) {
      const constraint = { type: "max_length", expected: [String(max)], got };
      context.addIssue(broken(`must be less than ${max + 1} characters`, constraint));
    }
    if (length < min) {
      const constraint = { type: "min_length", expected: [String(min)], got };
      context.addIssue(broken(`must be more than ${min - 1} characters`, constraint));
    }
  });
}

/** An object with this type, these fields and no others. */
export const typed = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape });

export const blockId = chars(limits.id).default(generatedName);
export const actionId = chars(limits.id).default(generatedName);

export function plainText(max: number) {
  return typed("plain_text", { text: chars(max), emoji: z.boolean().default(true) });
}

export function mrkdwn(max: number) {
  return typed("mrkdwn", { text: chars(max), verbatim: z.boolean().default(false) });
}

export function anyText(max: number) {
  return z.discriminatedUnion("type", [plainText(max), mrkdwn(max)]);
}

export type Text = z.output<ReturnType<typeof anyText>>;

const said = (text: string) => ({ type: "plain_text" as const, text, emoji: true });

/** Slack does not document its default words, so these are the workspace's own. */
export const confirm = z.strictObject({
  title: plainText(limits.confirmTitle).default(said("Are you sure?")),
  text: anyText(limits.confirmText),
  confirm: plainText(limits.confirmButton).default(said("Yes")),
  deny: plainText(limits.confirmButton).default(said("Cancel")),
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

/** An option of any kind, as a person picks it. */
export type Option = z.output<typeof choiceOption>;
