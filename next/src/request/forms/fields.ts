import type { InputBlock } from "@slack/types";
import { z } from "zod";
import { input } from "../../platform/slack/blocks/blocks.ts";
import { textInput } from "../../platform/slack/blocks/elements.ts";
import type { Delivery } from "../../platform/slack/delivery.ts";
import { faultOfText } from "../../platform/text/typed-text.ts";
import { LONGEST_REASON, NAME_LENGTH } from "../card/change-lines.ts";

// What forms have in common. A field's name is its block's id.

/** What was typed or chosen, without spaces around it; empty for nothing. */
export function textIn({ view }: Delivery, field: string): string {
  const [value] = Object.values(view?.values[field] ?? {});
  return typeof value === "string" ? value.trim() : "";
}

/** What a view carries. It comes back from the person's client, so nothing in it is trusted. */
export function carriedBy<T>({ view }: Delivery, shape: z.ZodType<T>): T {
  return shape.parse(JSON.parse(view?.metadata ?? "null"));
}

/** An answer that is not there is empty. */
export const text = z.string().trim().default("");

export interface Texts {
  name: string;
  reason: string;
}

/** A field for a text. Slack enforces the lengths itself. */
export function textField(
  id: string,
  label: string,
  value: string | null,
  options: Parameters<typeof textInput>[2] & Parameters<typeof input>[3],
): InputBlock {
  return input(id, label, textInput(id, value, options), options);
}

export const textFields = ({ name, reason }: Texts, nameHint: string): InputBlock[] => [
  textField("name", "Name", name, { max: NAME_LENGTH, hint: nameHint }),
  reasonField(reason, { hint: "Shown to approvers." }),
];

export const reasonField = (
  reason: string | null,
  options: { hint: string; isFocused?: boolean },
) => textField("reason", "Reason", reason, { isMultiline: true, max: LONGEST_REASON, ...options });

export const faultOfName = (name: string) => faultOfText(name, { label: "Name", max: NAME_LENGTH });

export const faultOfReason = (reason: string) =>
  faultOfText(reason, { label: "Reason", max: LONGEST_REASON, isMultiline: true });
