import type { ModalView } from "@slack/types";
import { plain } from "../../platform/slack/blocks/blocks.ts";
import { callback } from "../../platform/slack/blocks/ids.ts";
import type { Message } from "../../platform/slack/message.ts";

/** A message to look at on top of a form; what could be pressed in it stays away. */
export function railModal({ blocks }: Message): ModalView {
  return {
    type: "modal",
    callback_id: callback.notice,
    title: plain("Existing Rail"),
    close: plain("Back"),
    blocks: blocks.filter(({ type }) => type !== "actions"),
  };
}
