import type { ModalView } from "@slack/types";
import { shortened } from "../../text/shown-text.ts";
import type { Message } from "../message.ts";
import { callback } from "./ids.ts";
import { limits } from "./limits.ts";
import { modal } from "./modal.ts";
import { note } from "./note.ts";

/** Says something and asks nothing. */
export function noticeModal({
  title,
  sentences: [first = "", ...more],
}: {
  title: string;
  /** One paragraph each. */
  sentences: readonly string[];
}): ModalView {
  return refusalModal({ title: shortened(title, limits.viewTitle), message: note(first, ...more) });
}

/** Why a submission was refused. */
export function refusalModal({ title, message }: { title: string; message: Message }): ModalView {
  return modal({ id: callback.notice, title: title, close: "Close", blocks: message.blocks });
}
