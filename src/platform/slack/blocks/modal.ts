import type { KnownBlock, ModalView } from "@slack/types";
import { plain } from "./blocks.ts";
import type { Part } from "./parts.ts";
import { present } from "./parts.ts";

interface Modal {
  id: string;
  title: string;
  /** Absent in a view that asks nothing. */
  submit?: string | undefined;
  close?: string;
  /** Comes back unseen with the submission, so nothing in it may be trusted. A string is carried as it is. */
  carries?: object | string;
  blocks: readonly Part<KnownBlock>[];
}

export function modal({ id, title, submit, close = "Back", carries, blocks }: Modal): ModalView {
  return {
    type: "modal",
    callback_id: id,
    ...(carries !== undefined && {
      private_metadata: typeof carries === "string" ? carries : JSON.stringify(carries),
    }),
    title: plain(title),
    ...(submit !== undefined && { submit: plain(submit) }),
    close: plain(close),
    blocks: present(blocks),
  };
}
