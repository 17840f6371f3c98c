import { z } from "zod";
import { generatedName } from "../kept/ids.ts";
import { broken } from "./faults.ts";
import { LIMITS } from "./limits.ts";

/** A string of `min` to `max` code points. */
export const chars = (max: number, min = 1) =>
  z.string().superRefine((value, context) => {
    const { length } = [...value];
    const refuse = (words: string, type: string, bound: number) =>
      context.addIssue(broken(`must be ${words} characters`, { type, expected: [String(bound)] }));
    if (length > max) refuse(`less than ${max + 1}`, "max_length", max);
    if (length < min) refuse(`more than ${min - 1}`, "min_length", min);
  });

/** An object with this type, these fields and no others. */
export const typed = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape });

export const generatedId = chars(LIMITS.id).default(generatedName);

export const plainText = (max: number) =>
  typed("plain_text", { text: chars(max), emoji: z.boolean().default(true) });

export function anyText(max: number) {
  const mrkdwn = typed("mrkdwn", { text: chars(max), verbatim: z.boolean().default(false) });
  return z.discriminatedUnion("type", [plainText(max), mrkdwn]);
}

const optionOf = <T extends z.ZodType>(text: T) =>
  z.strictObject({ text, value: chars(LIMITS.optionValue), description: text.optional() });

export const plainOption = optionOf(plainText(LIMITS.optionText));
/** Radio buttons and checkboxes may also carry mrkdwn. */
export const choiceOption = optionOf(anyText(LIMITS.optionText));

/** An option of any kind, as a person picks it. */
export type Option = z.output<typeof choiceOption>;
