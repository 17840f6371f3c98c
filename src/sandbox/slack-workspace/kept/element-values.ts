import { allOptions } from "../blocks/choices.ts";
import type { Option } from "../blocks/composition.ts";
import type { ActionElement } from "../blocks/elements.ts";
import type { RichTextValue } from "../blocks/rich-text.ts";
import { PageError } from "../page-routes/page-error.ts";
import type { SlackFileObject } from "../slack-file.ts";

/** One element's entry in `state.values`, in Slack's spelling. */
export interface StateValue {
  type: string;
  value?: string | null;
  rich_text_value?: RichTextValue | null;
  selected_option?: Option | null;
  selected_options?: Option[];
  selected_user?: string | null;
  selected_users?: string[];
  selected_conversation?: string | null;
  selected_conversations?: string[];
  selected_channel?: string | null;
  selected_channels?: string[];
  selected_date?: string | null;
  selected_time?: string | null;
  selected_date_time?: number | null;
  files?: SlackFileObject[];
}

/** block_id → action_id → value. */
export type StateValues = Record<string, Record<string, StateValue>>;

/** The page sends this for an element: text, one choice, several, or nothing. */
export type ElementInput = string | number | readonly string[] | null;

type Pressed = "button" | "workflow_button" | "overflow";

export type StatefulElement = Exclude<ActionElement, { type: Pressed }>;

const PRESSED: readonly string[] = ["button", "workflow_button", "overflow"] satisfies Pressed[];

export const isStateful = (element: ActionElement): element is StatefulElement =>
  !PRESSED.includes(element.type);

type Fill = { field: Exclude<keyof StateValue, "type">; initial: string; isMany: boolean };

const one = (field: Fill["field"], initial: string): Fill => ({ field, initial, isMany: false });
const many = (field: Fill["field"], initial: string): Fill => ({ field, initial, isMany: true });

/** Each element's field in `state.values`, and the field with which the app fills it at first. */
const FILLS: Readonly<Record<StatefulElement["type"], Fill>> = {
  plain_text_input: one("value", "initial_value"),
  number_input: one("value", "initial_value"),
  email_text_input: one("value", "initial_value"),
  url_text_input: one("value", "initial_value"),
  rich_text_input: one("rich_text_value", "initial_value"),
  static_select: one("selected_option", "initial_option"),
  external_select: one("selected_option", "initial_option"),
  radio_buttons: one("selected_option", "initial_option"),
  multi_static_select: many("selected_options", "initial_options"),
  multi_external_select: many("selected_options", "initial_options"),
  checkboxes: many("selected_options", "initial_options"),
  users_select: one("selected_user", "initial_user"),
  multi_users_select: many("selected_users", "initial_users"),
  conversations_select: one("selected_conversation", "initial_conversation"),
  multi_conversations_select: many("selected_conversations", "initial_conversations"),
  channels_select: one("selected_channel", "initial_channel"),
  multi_channels_select: many("selected_channels", "initial_channels"),
  datepicker: one("selected_date", "initial_date"),
  timepicker: one("selected_time", "initial_time"),
  datetimepicker: one("selected_date_time", "initial_date_time"),
  file_input: many("files", "initial_files"),
};

/** The value before anyone touched the element; `conversationId` is the place from which its view was opened. */
export function initialValue(element: StatefulElement, conversationId?: string): StateValue {
  const { initial, isMany } = FILLS[element.type];
  const { [initial]: given }: Record<string, unknown> = element;
  const isCurrent =
    "default_to_current_conversation" in element && element.default_to_current_conversation;
  const current = isCurrent ? conversationId : undefined;
  // The current conversation replaces several initial ones, but not a single one: types 3.2 say so.
  return isMany
    ? filled(element, current ? [current] : (given ?? []))
    : filled(element, given || current || null);
}

/** The choices beside those that the app wrote: its suggestions, and the person's uploads. */
interface Offered {
  options?: readonly Option[];
  files?: readonly SlackFileObject[];
}

/**
 * The value after a person typed or chose `input`. Throws a `PageError` for what the element does not offer; an external
 * select offers `options`, and a file input, by their ids, `files`.
 */
export function valueFrom(
  element: StatefulElement,
  input: ElementInput,
  { options = [], files = [] }: Offered = {},
): StateValue {
  const { type } = element;
  const { field, isMany } = FILLS[type];
  const isStatic = "options" in element || "option_groups" in element;

  function read(text: string): unknown {
    switch (field) {
      case "selected_option":
      case "selected_options":
        return optionWith(isStatic ? element : { type, options }, text);
      case "files":
        return fileWith(files, text);
      case "rich_text_value":
        return richTextOf(text);
      case "selected_date_time":
        return Number(text);
      default:
        return text;
    }
  }

  if (isMany) return filled(element, manyOf(input).map(read));
  const text = oneOf(input);
  return filled(element, text === null ? null : read(text));
}

const filled = ({ type }: StatefulElement, value: unknown): StateValue =>
  Object.assign<StateValue, object>({ type }, { [FILLS[type].field]: value });

/** Returns the options chosen so far. */
export function chosenIn({
  selected_option,
  selected_options = [],
}: Partial<StateValue> = {}): Option[] {
  return selected_option ? [selected_option] : selected_options;
}

/** The person's entry as text; undefined for none. */
export function entered({ type: _, ...values }: StateValue): string | undefined {
  const [value] = Object.values(values);
  if (value === null || value === undefined || value === "") return undefined;
  if (Array.isArray(value) && value.length === 0) return undefined;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The text has no formatting, because the page has a plain field for it. */
function richTextOf(text: string): RichTextValue {
  const elements = [{ type: "text" as const, text }];
  return { type: "rich_text", elements: [{ type: "rich_text_section", elements }] };
}

function optionWith(
  element: { type: string } & Parameters<typeof allOptions<Option>>[0],
  value: string,
): Option {
  const option = allOptions(element).find((each) => each.value === value);
  if (!option) throw new PageError("no_such_option", `The ${element.type} offers no "${value}".`);
  return option;
}

function fileWith(files: readonly SlackFileObject[], id: string): SlackFileObject {
  const file = files.find((each) => each.id === id);
  if (!file) throw new PageError("file_not_found", "This person has uploaded no such file.");
  return file;
}

function oneOf(input: ElementInput): string | null {
  if (input === null || input === "") return null;
  if (typeof input === "object") throw new PageError("one_value_wanted", "Choose one value.");
  return String(input);
}

function manyOf(input: ElementInput): string[] {
  if (input === null) return [];
  return typeof input === "object" ? [...input] : [String(input)];
}
