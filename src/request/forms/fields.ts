import type { InputBlock } from "@slack/types";
import { z } from "zod";
import { input } from "../../platform/slack/blocks/blocks.ts";
import { textInput } from "../../platform/slack/blocks/elements.ts";
import type { Delivery } from "../../platform/slack/delivery.ts";
import type { TextRule } from "../../platform/text/typed-text.ts";
import { LONGEST_REASON, NAME_LENGTH } from "../card/change-lines.ts";

// What forms have in common. An answer's name is the `action_id` of its element.

/** What was typed or chosen, without spaces around it; empty for nothing. */
export const text = z.string().trim().catch("");

/** What was typed and chosen, as it is, by answer. */
export function typedIn({ view }: Delivery): object {
  return Object.assign({}, ...Object.values(view?.values ?? {}));
}

/** What is no choice is not asked: the only one, or that which was chosen. */
export function chosenOf(all: readonly string[], given: string): string | undefined {
  return all.length === 1 ? all[0] : all.find((each) => each === given);
}

/** What a view carries. It comes back from the person's client, so nothing in it is trusted. */
export function carriedBy<T>({ view }: Delivery, shape: z.ZodType<T>): T {
  return shape.parse(JSON.parse(view?.metadata ?? "null"));
}

/** The rules by which texts are drawn, and judged by `faultOfText`. */
export const NAME: TextRule = { label: "Name", max: NAME_LENGTH };
export const REASON: TextRule = { label: "Reason", max: LONGEST_REASON, isMultiline: true };

/** A reason that only approvers see. */
export const reasonField = (reason: string): InputBlock =>
  textField("reason", reason, { ...REASON, hint: "Shown to approvers." });

type TextField = TextRule & Parameters<typeof textInput>[2] & Parameters<typeof input>[3];

/** A field for a text. Slack enforces the lengths itself. */
export function textField(id: string, value: string | null, field: TextField): InputBlock {
  return input(id, field.label, textInput(id, value, field), field);
}
