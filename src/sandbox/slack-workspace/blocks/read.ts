import { z } from "zod";
import { SlackError } from "../slack-error.ts";
import { type Block, blockList } from "./block.ts";
import { type Fault, failed, toFaults, within } from "./faults.ts";
import { LIMITS } from "./limits.ts";
import { type HomeContent, homeView, type ModalContent, modalView } from "./view.ts";

/** Either the accepted content, with Slack's defaults filled in, or its faults. */
type Reading<T> = { content: T; faults: null } | { content: null; faults: Fault[] };

const messageBlocks = blockList(LIMITS.messageBlocks);
const message = z.looseObject({ blocks: z.unknown().optional() });
const anyView = z.discriminatedUnion("type", [modalView, homeView]);

/** `check` finds the faults of what has the right shape. */
function read<T>(
  schema: z.ZodType<T>,
  value: unknown,
  check: (content: T) => Fault[] = () => [],
): Reading<T> {
  const { data, error } = schema.safeParse(value, { reportInput: true });
  const faults = error ? error.issues.flatMap(toFaults) : check(data);
  return error || faults.length > 0 ? { content: null, faults } : { content: data, faults: null };
}

/** Reads the blocks of a message. Pointers start at the list. */
const readBlocks = (value: unknown) =>
  read(messageBlocks, value, (blocks) => [
    ...alertsIn(blocks, []),
    ...above([...JSON.stringify(value)].length, LIMITS.messageJson, "max_length", MESSAGE),
  ]);

/** Reads a modal or a Home. Pointers start at the view. */
const readView = <C extends ModalContent | HomeContent>(schema: z.ZodType<C>, value: unknown) =>
  read(schema, value, ({ type, blocks }) => [
    ...(type === "home" ? alertsIn(blocks, ["blocks"]) : []),
    ...above(Buffer.byteLength(JSON.stringify(value)), LIMITS.viewBytes, "max_bytes", VIEW),
  ]);

const MESSAGE = "the blocks of this message are too long";
const VIEW = "the view is too large";

function alertsIn(blocks: readonly Block[], path: string[]): Fault[] {
  const constraint = { type: "surface", expected: ["modal"] };
  return blocks.flatMap(({ type }, index) => {
    if (type !== "alert") return [];
    return [failed([...path, index, "type"], '"alert" is for modals alone', constraint)];
  });
}

function above(got: number, most: number, type: string, says: string): Fault[] {
  const constraint = { type, expected: [String(most)], got: String(got) };
  return got > most ? [failed([], says, constraint)] : [];
}

export const faultsOfBlocks = (value: unknown): Fault[] => readBlocks(value).faults ?? [];

/** Returns the faults of a message, of which it reads only the blocks. */
export function faultsOfMessage(value: unknown): Fault[] {
  const { content, faults } = read(message, value);
  if (faults) return faults;
  const found = content.blocks === undefined ? [] : faultsOfBlocks(content.blocks);
  return found.map((fault) => within("/blocks", fault));
}

export const faultsOfView = (value: unknown): Fault[] => readView(anyView, value).faults ?? [];

/**
 * Returns the blocks of a message. Throws `invalid_blocks` with a JSON pointer for each fault, or
 * `msg_blocks_too_long`.
 */
export const acceptBlocks = (value: unknown): Block[] =>
  accepted(readBlocks(value), "invalid_blocks", "/blocks");

/**
 * Returns a modal. Throws `invalid_arguments`, as Slack's views.* methods do for a faulty view, or
 * `view_too_large`.
 */
export const acceptModal = (value: unknown): ModalContent =>
  accepted(readView(modalView, value), "invalid_arguments", "/view");

export const acceptHome = (value: unknown): HomeContent =>
  accepted(readView(homeView, value), "invalid_arguments", "/view");

const NAMES: ReadonlyMap<string, string> = new Map([
  [MESSAGE, "msg_blocks_too_long"],
  [VIEW, "view_too_large"],
]);

function accepted<T>({ content, faults }: Reading<T>, code: string, root: string): T {
  if (!faults) return content;
  const [named = code] = faults.flatMap((each) => NAMES.get(each.message) ?? []);
  throw new SlackError(
    named,
    faults.map((each) => `[ERROR] ${each.message} [json-pointer:${root}${each.pointer}]`),
  );
}

/** The content of a new message. Throws what `acceptBlocks` throws, or `no_text`. */
export function messageContent(given: { text: string | undefined; blocks: unknown }) {
  const blocks = given.blocks === undefined ? [] : acceptBlocks(given.blocks);
  const characters = [...(given.text ?? "")];
  if (characters.length === 0 && blocks.length === 0) throw new SlackError("no_text");
  return { text: characters.slice(0, LIMITS.messageText).join(""), blocks };
}
