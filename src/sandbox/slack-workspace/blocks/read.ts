import { z } from "zod";
import { type Block, blockList } from "./block.ts";
import { toFaults } from "./explain.ts";
import { type Fault, failed } from "./fault.ts";
import { limits } from "./limits.ts";
import { type BlockRules, faultsAmong } from "./list-rules.ts";
import { type HomeContent, homeView, type ModalContent, modalView } from "./view.ts";

/** Either the accepted content, with Slack's defaults filled in, or its faults. */
export type Reading<T> =
  | { content: T; faults?: undefined }
  | { content?: undefined; faults: Fault[] };

const message = z.looseObject({
  blocks: z.unknown().optional(),
  attachments: z
    .array(z.unknown())
    .max(limits.attachments)
    .refine(({ length }) => length === 0, "attachments are not supported by this workspace")
    .optional(),
});
const anyView = z.discriminatedUnion("type", [modalView, homeView]);
const messageBlocks = blockList(limits.messageBlocks);

/** Reads the blocks of a message. Pointers start at the list. */
export function readBlocks(value: unknown, rules: BlockRules): Reading<Block[]> {
  const reading = read(messageBlocks, value);
  if (reading.faults) return reading;
  return unless(
    [...tooMuch(value, rules), ...faultsAmong(reading.content, "message", rules)],
    reading,
  );
}

/** Reads a modal or a Home. Pointers start at the view. */
export function readView<C extends ModalContent | HomeContent>(
  schema: z.ZodType<C>,
  value: unknown,
  rules: BlockRules,
): Reading<C> {
  const reading = read(schema, value);
  if (reading.faults) return reading;
  const { blocks, type } = reading.content;
  const among = faultsAmong(blocks, type, rules);
  return unless([...tooLarge(value), ...among.map((each) => within("/blocks", each))], reading);
}

/** Returns the faults of a message, of which it reads only blocks and attachments. */
export function faultsOfMessage(value: unknown, rules: BlockRules): Fault[] {
  const { content, faults } = read(message, value);
  if (faults) return faults;
  const reading = content.blocks === undefined ? undefined : readBlocks(content.blocks, rules);
  return (reading?.faults ?? []).map((fault) => within("/blocks", fault));
}

export function faultsOfView(value: unknown, rules: BlockRules): Fault[] {
  return readView(anyView, value, rules).faults ?? [];
}

/** Moves the pointer of a fault to an outer root. */
export const within = (root: string, fault: Fault): Fault => ({
  ...fault,
  pointer: root + fault.pointer,
});

function read<T>(schema: z.ZodType<T>, value: unknown): Reading<T> {
  const { data, error } = schema.safeParse(value, { reportInput: true });
  return error ? { faults: error.issues.flatMap(toFaults) } : { content: data };
}

const unless = <T>(faults: Fault[], reading: Reading<T>): Reading<T> =>
  faults.length > 0 ? { faults } : reading;

function tooMuch(blocks: unknown, { assumed }: BlockRules): Fault[] {
  const length = [...JSON.stringify(blocks)].length;
  const constraint = bounded("max_length", assumed.messageBlocksJson, length);
  const fault = failed([], "the blocks of this message are too long", constraint);
  return constraint ? [{ ...fault, refusedAs: "msg_blocks_too_long" }] : [];
}

function tooLarge(view: unknown): Fault[] {
  const constraint = bounded(
    "max_bytes",
    limits.viewBytes,
    Buffer.byteLength(JSON.stringify(view)),
  );
  const fault = failed([], "the view is too large", constraint);
  return constraint ? [{ ...fault, refusedAs: "view_too_large" }] : [];
}

/** Returns undefined if `got` is within the bound. */
const bounded = (type: string, most: number, got: number) =>
  got > most ? { type, expected: [String(most)], got: String(got) } : undefined;
