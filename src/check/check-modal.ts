import type { ModalView } from "@slack/types";
import { input, plain } from "../platform/slack/blocks/blocks.ts";
import { block, callback } from "../platform/slack/blocks/ids.ts";
import { textInput } from "../platform/slack/blocks/inputs.ts";
import type { SubmittedView } from "../platform/slack/blocks/state.ts";
import { typedIn } from "../platform/slack/blocks/state.ts";
import type { MessageText } from "./text-of-message.ts";

/** Asks for a text with payment details; `readCheckModal` reads it. */
export function checkModal(): ModalView {
  return {
    type: "modal",
    callback_id: callback.checkText,
    title: plain("Check payment details"),
    submit: plain("Check"),
    close: plain("Back"),
    blocks: [
      input(block.checkedText, "IBAN, address or any text", textInput("", { multiline: true }), {
        hint: "Each IBAN and blockchain address in it is looked up. Nothing is kept, and nobody else sees it.",
      }),
    ],
  };
}

/** Letter by letter as it was typed: what hides in it is what is looked for. */
export function readCheckModal(view: SubmittedView): MessageText {
  return { text: typedIn(view, block.checkedText), isCut: false };
}
