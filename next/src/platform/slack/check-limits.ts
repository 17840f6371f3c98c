import type { ModalView } from "@slack/types";
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
  check("message", { text, blocks }, "");
  const { length } = [...JSON.stringify(blocks)];
  if (length > MESSAGE_JSON) throw new LimitError("blocks", `has ${length} characters in all`);
  return { text, blocks };
}

/** The last look before a modal leaves. Returns it; throws `LimitError`. */
export function checkView(view: ModalView): ModalView {
  check("modal", { ...view }, "");
  if (view.blocks.some(({ type }) => type === "input") && !view.submit) {
    throw new LimitError("submit", "is missing beside a field");
  }
  const bytes = Buffer.byteLength(JSON.stringify(view));
  if (bytes > VIEW_JSON) throw new LimitError("view", `has ${bytes} bytes in all`);
  return view;
}

type Fields = Readonly<Record<string, unknown>>;
type Range = readonly [min: number, max: number];

/** Objects that do not say what they are, by the field that holds them. */
const UNTYPED: Readonly<Record<string, string>> = {
  options: "option",
  initial_option: "option",
  option_groups: "option_group",
};

const TABLE: Readonly<Record<string, Readonly<Record<string, Range>>>> = LIMITS;

function check(kind: string, node: Fields, path: string): void {
  const limits = TABLE[kind];
  const at = (...fields: unknown[]) => [...(path === "" ? [] : [path]), ...fields].join(".");
  if (!limits) throw new LimitError(path, "is of a kind that we never send");
  const ids = { block_id: ID_LENGTH, action_id: ID_LENGTH };
  for (const [field, [min, max]] of Object.entries<Range>({ ...ids, ...limits })) {
    const length = lengthOf(node[field]);
    if (length === undefined || (length >= min && length <= max)) continue;
    throw new LimitError(at(field), `has a length of ${length}, and ${min} to ${max} are taken`);
  }
  const fault = faultOf(kind, node);
  if (fault) throw new LimitError(path, fault);
  for (const [field, value] of Object.entries(node)) {
    if (!Array.isArray(value)) checkChild(field, value, at(field));
    else for (const [index, child] of value.entries()) checkChild(field, child, at(field, index));
    const twice = idUsedTwice(listOf(value));
    if (twice >= 0) throw new LimitError(at(field, twice), "has the id of another");
  }
}

function checkChild(field: string, value: unknown, path: string): void {
  if (typeof value === "string" && !value.isWellFormed()) {
    throw new LimitError(path, "contains half a character");
  }
  const fields = toFields(value);
  const kind = typeof fields?.type === "string" ? fields.type : UNTYPED[field];
  if (fields && kind) check(kind, fields, path);
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

/** No character that marks anything up: foreign text never stands in `mrkdwn`. */
const OURS = /^(?:[\p{L}\d ,.:·-]|<@[A-Z0-9]+>|<!date\^\d+\^[{}a-z_ ]+\|[\w :-]+>)+$/u;

function faultOf(kind: string, node: Fields): string | undefined {
  switch (kind) {
    case "section":
      // Slack folds what is long behind "See more".
      return node.expand === true ? undefined : "is not expanded";
    case "plain_text":
      return node.emoji === false ? undefined : "turns names between colons into emoji";
    case "mrkdwn":
      return OURS.test(String(node.text)) ? undefined : "has markup that is not ours";
    default:
      return isAmongOptions(node) ? undefined : "begins with a choice that it does not offer";
  }
}

/** Slack compares the whole option: one with another text or description is none of them. */
function isAmongOptions({ options, option_groups, initial_option: initial }: Fields): boolean {
  const grouped = listOf(option_groups).flatMap((group) => listOf(toFields(group)?.options));
  const offered = [...listOf(options), ...grouped].map((each) => JSON.stringify(each));
  return initial === undefined || offered.includes(JSON.stringify(initial));
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
