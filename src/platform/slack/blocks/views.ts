import type { KnownBlock, ModalView } from "@slack/types";
import { type Part, plain, present } from "./text.ts";

export interface Message {
  /** All that a notification shows: a sentence of ours, without names, accounts or addresses. */
  text: string;
  blocks: readonly KnownBlock[];
}

export function message(text: string, ...blocks: readonly Part<KnownBlock>[]): Message {
  return { text, blocks: present(blocks) };
}

interface Modal {
  /** The `callback_id`: which form it is. */
  id: string;
  title: string;
  /** Absent in a view that asks nothing. */
  submit?: string | undefined;
  close?: string;
  /** Comes back with the submission, and nothing in it may be trusted. */
  metadata?: string;
  blocks: readonly Part<KnownBlock>[];
}

export function modal({ id, title, submit, close = "Back", metadata, blocks }: Modal): ModalView {
  return {
    type: "modal",
    callback_id: id,
    title: plain(title),
    close: plain(close),
    ...(submit !== undefined && { submit: plain(submit) }),
    ...(metadata !== undefined && { private_metadata: metadata }),
    blocks: present(blocks),
  };
}
