import type { ModalView } from "@slack/types";
import { input, plain, section } from "../platform/slack/blocks/blocks.ts";
import { block, callback } from "../platform/slack/blocks/ids.ts";
import { textInput } from "../platform/slack/blocks/inputs.ts";
import type { SubmittedView } from "../platform/slack/blocks/state.ts";
import { typedIn } from "../platform/slack/blocks/state.ts";

/** Asks why sending is stopped; `readFreezeModal` reads it. */
export function freezeModal(): ModalView {
  return {
    type: "modal",
    callback_id: callback.freeze,
    title: plain("Stop all sending"),
    submit: plain("Stop sending"),
    close: plain("Back"),
    blocks: [
      section(
        "Nothing is sent to the Rail service any more, whatever is approved, until enough approvers let it go on.",
      ),
      input(block.freezeReason, "Reason", textInput("", { multiline: true }), {
        hint: "Everyone who sees a card reads it. It may stay empty.",
        optional: true,
      }),
    ],
  };
}

/** As it was typed: an emergency stop does not wait for a tidy reason. */
export function readFreezeModal(view: SubmittedView): string {
  return typedIn(view, block.freezeReason);
}
