import { SlackError } from "../slack-error.ts";
import type { Block } from "./block.ts";
import type { Fault } from "./fault.ts";
import type { BlockRules } from "./list-rules.ts";
import { type Reading, readBlocks, readView, within } from "./read.ts";
import { type HomeContent, homeView, type ModalContent, modalView } from "./view.ts";

/**
 * Returns the blocks of a message. Throws `invalid_blocks` with a JSON pointer for each fault, or
 * `msg_blocks_too_long`.
 */
export function acceptBlocks(value: unknown, rules: BlockRules): Block[] {
  return accepted(readBlocks(value, rules), "invalid_blocks", "/blocks");
}

/**
 * Returns a modal. Throws `invalid_arguments`, as Slack's views.* methods do for a faulty view, or `view_too_large`.
 */
export function acceptModal(value: unknown, rules: BlockRules): ModalContent {
  return accepted(readView(modalView, value, rules), "invalid_arguments", "/view");
}

export function acceptHome(value: unknown, rules: BlockRules): HomeContent {
  return accepted(readView(homeView, value, rules), "invalid_arguments", "/view");
}

function accepted<T>(reading: Reading<T>, code: string, root: string): T {
  if (!reading.faults) return reading.content;
  const [named] = reading.faults.flatMap(({ refusedAs }) => refusedAs ?? []);
  throw new SlackError(
    named ?? code,
    reading.faults.map((each) => inWords(within(root, each))),
  );
}

const inWords = ({ message, pointer }: Fault): string =>
  `[ERROR] ${message} [json-pointer:${pointer}]`;
