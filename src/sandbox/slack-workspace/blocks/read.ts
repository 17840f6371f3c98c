import { z } from "zod";
import { SlackError } from "../slack-error.ts";
import { type Block, blockList } from "./block.ts";
import { chars, plainText } from "./composition.ts";
import { type Fault, toFaults } from "./faults.ts";
import { LIMITS } from "./limits.ts";

const common = {
  private_metadata: chars(LIMITS.privateMetadata, 0).default(""),
  callback_id: chars(LIMITS.callbackId, 0).default(""),
};

const words = plainText(LIMITS.viewButton).nullable().default(null);

const modalView = z
  .strictObject({
    ...{
      type: z.literal("modal"),
      title: plainText(LIMITS.viewTitle),
      submit: words,
      close: words,
    },
    ...{ blocks: blockList(LIMITS.viewBlocks, { isModal: true }), ...common },
  })
  .refine(({ submit, blocks }) => submit !== null || !blocks.some(({ type }) => type === "input"), {
    path: ["submit"],
    message: "submit is required when the view has an input block",
  });

const homeView = z.strictObject({
  ...{ type: z.literal("home"), blocks: blockList(LIMITS.viewBlocks, { isModal: false }) },
  ...common,
});

/** An accepted modal of the app, with Slack's defaults filled in. */
export type ModalContent = z.output<typeof modalView>;
export type HomeContent = z.output<typeof homeView>;

const messageBlocks = blockList(LIMITS.messageBlocks, { isModal: false });
const message = z.looseObject({ blocks: z.unknown().optional() });
const anyView = z.discriminatedUnion("type", [modalView, homeView]);

/** What is too large as a whole, by Slack's name for that. */
const SIZES = {
  msg_blocks_too_long: { most: LIMITS.messageJson, sizeOf: (json: string) => [...json].length },
  view_too_large: { most: LIMITS.viewBytes, sizeOf: (json: string) => Buffer.byteLength(json) },
};

/** Either the accepted content, with Slack's defaults filled in, or its faults. */
type Reading<T> = { content: T } | { faults: Fault[]; error?: string };

function read<T>(schema: z.ZodType<T>, value: unknown, tooLarge: keyof typeof SIZES): Reading<T> {
  const { data, error } = schema.safeParse(value, { reportInput: true });
  if (error) return { faults: error.issues.flatMap(toFaults) };
  const { most, sizeOf } = SIZES[tooLarge];
  if (sizeOf(JSON.stringify(value)) <= most) return { content: data };
  const constraint = { type: "max_size", expected: [String(most)] };
  const fault = { pointer: "", code: "failed_constraint" as const, message: "is too large" };
  return { faults: [{ ...fault, constraint }], error: tooLarge };
}

const faultsIn = (reading: Reading<unknown>): Fault[] =>
  "faults" in reading ? reading.faults : [];

export const faultsOfBlocks = (value: unknown): Fault[] =>
  faultsIn(read(messageBlocks, value, "msg_blocks_too_long"));

/** Returns the faults of a message, of which it reads only the blocks. */
export function faultsOfMessage(value: unknown): Fault[] {
  const { data, error } = message.safeParse(value, { reportInput: true });
  if (error) return error.issues.flatMap(toFaults);
  const found = data.blocks === undefined ? [] : faultsOfBlocks(data.blocks);
  return found.map((fault) => ({ ...fault, pointer: `/blocks${fault.pointer}` }));
}

export const faultsOfView = (value: unknown): Fault[] =>
  faultsIn(read(anyView, value, "view_too_large"));

function accept<T>(reading: Reading<T>, code: string, root: string): T {
  if ("content" in reading) return reading.content;
  const { faults, error = code } = reading;
  throw new SlackError(
    error,
    faults.map(({ message, pointer }) => `[ERROR] ${message} [json-pointer:${root}${pointer}]`),
  );
}

/** Throws `invalid_blocks` with a JSON pointer for each fault, or `msg_blocks_too_long`. */
export const acceptBlocks = (value: unknown): Block[] =>
  accept(read(messageBlocks, value, "msg_blocks_too_long"), "invalid_blocks", "/blocks");

/** Throws `invalid_arguments`, as views.* do for a faulty view, or `view_too_large`. */
export const acceptModal = (value: unknown): ModalContent =>
  accept(read(modalView, value, "view_too_large"), "invalid_arguments", "/view");

export const acceptHome = (value: unknown): HomeContent =>
  accept(read(homeView, value, "view_too_large"), "invalid_arguments", "/view");

/** The content of a new message. Throws what `acceptBlocks` throws, or `no_text`. */
export function messageContent({
  text = "",
  blocks,
}: {
  text?: string | undefined;
  blocks: unknown;
}) {
  const content = { text, blocks: blocks === undefined ? [] : acceptBlocks(blocks) };
  if (text === "" && content.blocks.length === 0) throw new SlackError("no_text");
  return content;
}
