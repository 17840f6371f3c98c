import { z } from "zod";
import { actionId, confirm, plainText } from "./composition.ts";
import { broken } from "./fault.ts";
import { limits } from "./limits.ts";

export const confirmable = { action_id: actionId, confirm: confirm.optional() };
export const picker = { ...confirmable, focus_on_load: z.boolean().optional() };
export const placeholder = plainText(limits.placeholder).optional();
export const select = { ...picker, placeholder };
export const multiSelect = { ...select, max_selected_items: z.int().min(1).optional() };

/** Refuses more initial choices than `max_selected_items`. */
export function initialWithinMax(
  element: { max_selected_items?: number | undefined },
  context: z.RefinementCtx,
): void {
  const { max_selected_items: max, ...rest } = element;
  if (max === undefined) return;
  for (const [field, chosen] of Object.entries(rest)) {
    if (!field.startsWith("initial_") || !Array.isArray(chosen) || chosen.length <= max) continue;
    const constraint = { type: "max_items", expected: [String(max)], got: String(chosen.length) };
    context.addIssue(broken("more than max_selected_items", constraint, [field]));
  }
}
