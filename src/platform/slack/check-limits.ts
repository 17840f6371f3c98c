import type { HomeView, ModalView } from "@slack/types";
import { z } from "zod";
import type { Message } from "./blocks/views.ts";
import { ID_LENGTH, LIMITS, MESSAGE_JSON, VIEW_JSON } from "./limits.ts";

/** Slack would refuse or cut what we were about to send: a fault of ours. Quotes nothing of it. */
export class LimitError extends Error {
  override readonly name = "LimitError";
  readonly code = "over-limit";
  /** Where, such as `blocks.3.text`. */
  readonly path: string;

  constructor(path: string, why: string) {
    super(`Slack would not take ${path}: it ${why}`);
    this.path = path;
  }
}

/** The last look before a message leaves. Returns it; throws `LimitError`. */
export function checkMessage({ text, blocks }: Message): Message {
  const at = blocks.findIndex(({ type }) => type === "alert" || type === "input");
  if (at >= 0) throw new LimitError(`blocks.${at}`, "belongs in a modal");
  // Slack reads this text as markup.
  if (/[<>]/.test(text.replace(/<@\w+>/g, ""))) throw new LimitError("text", "holds markup");
  check({ text, blocks }, [], "message");
  const { length } = [...JSON.stringify(blocks)];
  if (length > MESSAGE_JSON) throw new LimitError("blocks", `has ${length} characters in all`);
  return { text, blocks };
}

/** The last look before a modal or Home leaves. Returns it; throws `LimitError`. */
export function checkView<View extends ModalView | HomeView>(view: View): View {
  check(view, []);
  const hasField = view.blocks.some(({ type }) => type === "input");
  if (hasField && !("submit" in view)) {
    throw new LimitError("submit", "is missing beside a field");
  }
  const bytes = Buffer.byteLength(JSON.stringify(view));
  if (bytes > VIEW_JSON) throw new LimitError("view", `has ${bytes} bytes in all`);
  return view;
}

type Fields = Readonly<Record<string, unknown>>;
type Range = readonly [min: number, max: number];

const TABLE: Readonly<Record<string, Readonly<Record<string, Range>>>> = LIMITS;

/** Objects that do not say what they are, by the field that holds them. */
const UNTYPED: Readonly<Record<string, string>> = {
  options: "option",
  initial_option: "option",
  option_groups: "option_group",
};

/** What is wrong with an object beside its lengths. */
const FAULTS: Readonly<Record<string, (node: Fields) => string | false>> = {
  // Slack folds what is long behind "See more".
  section: ({ expand }) => expand !== true && "is not expanded",
  plain_text: ({ emoji }) => emoji !== false && "turns names between colons into emoji",
  mrkdwn: ({ text }) => !OURS.test(String(text)) && "has markup that is not ours",
};

/** No character that marks anything up: foreign text never stands in `mrkdwn`. */
const OURS = /^(?:[\p{L}\d ,.:·-]|<@[A-Z0-9]+>|<!date\^\d+\^[{}a-z_ ]+\|[\w :-]+>)+$/u;

/** Looks through a value and all that it holds. `untyped`: what it is if it does not say so. */
function check(value: unknown, path: readonly unknown[], untyped?: string): void {
  const fail = (why: string, ...below: unknown[]): never => {
    throw new LimitError([...path, ...below].join("."), why);
  };
  if (typeof value === "string" && !value.isWellFormed()) fail("contains half a character");
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) check(each, [...path, index], untyped);
    const twice = idUsedTwice(value);
    if (twice >= 0) fail("has the id of another", twice);
  }
  const node = toFields(value);
  const kind = typeof node?.type === "string" ? node.type : untyped;
  if (!node || !kind) return;
  const limits = TABLE[kind] ?? fail("is of a kind that we never send");
  const ids = { block_id: ID_LENGTH, action_id: ID_LENGTH };
  for (const [field, [min, max]] of Object.entries<Range>({ ...ids, ...limits })) {
    const length = lengthOf(node[field]);
    if (length === undefined || (length >= min && length <= max)) continue;
    fail(`has a length of ${length}, and ${min} to ${max} are taken`, field);
  }
  const fault = FAULTS[kind]?.(node);
  if (fault) fail(fault);
  for (const [field, held] of Object.entries(node)) check(held, [...path, field], UNTYPED[field]);
}

function lengthOf(value: unknown): number | undefined {
  if (typeof value === "string") return [...value].length;
  if (Array.isArray(value)) return value.length;
  const text = toFields(value)?.text;
  return typeof text === "string" ? lengthOf(text) : undefined;
}

/** A block_id is unique in its view or message, an action_id in its block. */
function idUsedTwice(list: readonly unknown[]): number {
  const ids = list.map(toFields).map((each) => each?.block_id ?? each?.action_id);
  return ids.findIndex((id, index) => id !== undefined && ids.indexOf(id) !== index);
}

const object = z.record(z.string(), z.unknown());
const toFields = (value: unknown): Fields | undefined => object.safeParse(value).data;
