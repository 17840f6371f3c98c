import type { ModalView } from "@slack/types";
import type { Message } from "../message.ts";
import { plain } from "./blocks.ts";
import { callback } from "./ids.ts";

export interface RefusalModal {
  title: string;
  /** Why it was refused, and who decided instead. */
  message: Message;
}

/** Takes the place of a view whose submission was refused. */
export function refusalModal({ title, message }: RefusalModal): ModalView {
  return {
    type: "modal",
    callback_id: callback.notice,
    title: plain(title),
    close: plain("Close"),
    blocks: message.blocks,
  };
}
