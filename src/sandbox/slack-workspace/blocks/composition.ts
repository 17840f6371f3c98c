import { z } from "zod";
import { generatedName } from "../kept/ids.ts";
import { broken } from "./faults.ts";
import { LIMITS } from "./limits.ts";

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

export const generatedId = chars(LIMITS.id).default(generatedName);

export function plainText(max: number) {
  return typed("plain_text", { text: chars(max), emoji: z.boolean().default(true) });
}

export function anyText(max: number) {
  const mrkdwn = typed("mrkdwn", { text: chars(max), verbatim: z.boolean().default(false) });
  return z.discriminatedUnion("type", [plainText(max), mrkdwn]);
}

export type Text = z.output<ReturnType<typeof anyText>>;

export const plainOption = z.strictObject({
  text: plainText(LIMITS.optionText),
  value: chars(LIMITS.optionValue),
  description: plainText(LIMITS.optionText).optional(),
});

/** Radio buttons and checkboxes may also carry mrkdwn. */
export const choiceOption = z.strictObject({
  text: anyText(LIMITS.optionText),
  value: chars(LIMITS.optionValue),
  description: anyText(LIMITS.optionText).optional(),
});

/** An option of any kind, as a person picks it. */
export type Option = z.output<typeof choiceOption>;
