import type { ModalView } from "@slack/types";
import { shortened } from "../../text/shown-text.ts";
import { plain, section } from "./blocks.ts";
import { callback } from "./ids.ts";
import { limits } from "./limits.ts";

export interface NoticeModal {
  title: string;
  /** Each stands in a paragraph of its own. */
  sentences: readonly string[];
}

/** Says something and asks nothing. */
export function noticeModal({ title, sentences }: NoticeModal): ModalView {
  return {
    type: "modal",
    callback_id: callback.notice,
    title: plain(shortened(title, limits.viewTitle)),
    close: plain("Close"),
    blocks: sentences.map((sentence) => section(shortened(sentence, limits.text))),
  };
}
