import { input } from "../../platform/slack/blocks/blocks.ts";
import { block } from "../../platform/slack/blocks/ids.ts";
import { textInput } from "../../platform/slack/blocks/inputs.ts";
import type { SubmittedView } from "../../platform/slack/blocks/state.ts";
import { typedIn } from "../../platform/slack/blocks/state.ts";
import { textError } from "../../platform/slack/blocks/text-fault.ts";

/** The field in which someone says why the set-up should change. */
export const reasonInput = (hint = "Shown to the approvers.") =>
  input(block.reason, "Reason", textInput(undefined, { multiline: true }), { hint });

const RULE = { label: "Reason", max: 1_000, isMultiline: true };

/** `error` is undefined where the form did not ask for a reason. */
export function reasonIn(
  view: SubmittedView,
  isAsked = view.state.values[block.reason] !== undefined,
): { reason: string; error: string | undefined } {
  const reason = typedIn(view, block.reason).trim();
  return { reason, error: isAsked ? textError(reason, RULE) : undefined };
}
