import { input } from "./blocks.ts";
import { block } from "./ids.ts";
import { textInput } from "./inputs.ts";
import type { Filled, SubmittedView } from "./state.ts";
import { typedIn } from "./state.ts";
import { textError } from "./text-fault.ts";

interface ReasonField {
  label?: string;
  hint?: string;
  id?: string;
}

/** The field in which people say why, or what, in their own words. */
export const reasonInput = ({
  label = "Reason",
  hint = "Shown to the approvers.",
  id = block.reason,
}: ReasonField = {}) => input(id, label, textInput(undefined, { multiline: true }), { hint });

/** `isAsked`: false where the form has no such field. */
export function reasonIn(
  view: SubmittedView,
  { label = "Reason", id = block.reason }: ReasonField = {},
  isAsked = true,
): Filled<{ reason: string }> {
  const reason = typedIn(view, id).trim();
  const error = isAsked ? textError(reason, { label, max: 1_000, isMultiline: true }) : undefined;
  return error === undefined ? { ok: true, reason } : { ok: false, errors: { [id]: error } };
}

/** Whether the form asked for a reason: it does once the approvers decide. */
export const isAskedWhy = ({ state }: SubmittedView): boolean => block.reason in state.values;
