import { allOptions } from "../blocks/choices.ts";
import type { Option } from "../blocks/composition.ts";
import type { ActionElement } from "../blocks/elements.ts";
import type { RichTextValue } from "../blocks/rich-text.ts";
import { PageError } from "../page-routes/page-error.ts";
import type { SlackFileObject } from "../slack-file.ts";

/** One element's entry in `state.values`, as Slack spells it. */
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

/** What the page sends for an element: text, one choice, several, or nothing. */
export type ElementInput = string | number | readonly string[] | null;

type Pressed = "button" | "workflow_button" | "overflow";

export type StatefulElement = Exclude<ActionElement, { type: Pressed }>;

const PRESSED: readonly string[] = ["button", "workflow_button", "overflow"] satisfies Pressed[];

export const isStateful = (element: ActionElement): element is StatefulElement =>
  !PRESSED.includes(element.type);

/** The value before anyone touched the element; `conversationId` is where its view was opened from. */
export function initialValue(element: StatefulElement, conversationId?: string): StateValue {
  const { type } = element;
  const current =
    "default_to_current_conversation" in element && element.default_to_current_conversation
      ? conversationId
      : undefined;
  switch (type) {
    case "plain_text_input":
    case "number_input":
    case "email_text_input":
    case "url_text_input":
      return { type, value: element.initial_value || null };
    case "rich_text_input":
      return { type, rich_text_value: element.initial_value ?? null };
    case "static_select":
    case "external_select":
    case "radio_buttons":
      return { type, selected_option: element.initial_option ?? null };
    case "multi_static_select":
    case "multi_external_select":
    case "checkboxes":
      return { type, selected_options: element.initial_options ?? [] };
    case "users_select":
      return { type, selected_user: element.initial_user ?? null };
    case "multi_users_select":
      return { type, selected_users: element.initial_users ?? [] };
    case "conversations_select":
      return { type, selected_conversation: element.initial_conversation ?? current ?? null };
    // The other way round than above: so types 3.2 have it.
    case "multi_conversations_select":
      return {
        type,
        selected_conversations: current ? [current] : (element.initial_conversations ?? []),
      };
    case "channels_select":
      return { type, selected_channel: element.initial_channel ?? null };
    case "multi_channels_select":
      return { type, selected_channels: element.initial_channels ?? [] };
    case "datepicker":
      return { type, selected_date: element.initial_date ?? null };
    case "timepicker":
      return { type, selected_time: element.initial_time ?? null };
    case "datetimepicker":
      return { type, selected_date_time: element.initial_date_time ?? null };
    case "file_input":
      return { type, files: [] };
  }
}

/** What can be chosen beside what the app wrote: what it suggested, and what the person uploaded. */
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
  const isStatic = "options" in element || "option_groups" in element;
  const option = (value: string) => optionWith(isStatic ? element : { type, options }, value);
  switch (type) {
    case "plain_text_input":
    case "number_input":
    case "email_text_input":
    case "url_text_input":
      return { type, value: oneOf(input) };
    case "rich_text_input":
      return { type, rich_text_value: richTextOf(oneOf(input)) };
    case "static_select":
    case "external_select":
    case "radio_buttons": {
      const value = oneOf(input);
      return { type, selected_option: value === null ? null : option(value) };
    }
    case "multi_static_select":
    case "multi_external_select":
    case "checkboxes":
      return { type, selected_options: manyOf(input).map(option) };
    case "users_select":
      return { type, selected_user: oneOf(input) };
    case "multi_users_select":
      return { type, selected_users: manyOf(input) };
    case "conversations_select":
      return { type, selected_conversation: oneOf(input) };
    case "multi_conversations_select":
      return { type, selected_conversations: manyOf(input) };
    case "channels_select":
      return { type, selected_channel: oneOf(input) };
    case "multi_channels_select":
      return { type, selected_channels: manyOf(input) };
    case "datepicker":
      return { type, selected_date: oneOf(input) };
    case "timepicker":
      return { type, selected_time: oneOf(input) };
    case "datetimepicker":
      return { type, selected_date_time: input === null ? null : Number(input) };
    case "file_input":
      return { type, files: manyOf(input).map((id) => fileWith(files, id)) };
  }
}

/** The options chosen so far. */
export function chosenIn({
  selected_option,
  selected_options = [],
}: Partial<StateValue> = {}): Option[] {
  return selected_option ? [selected_option] : selected_options;
}

/** What the person entered, or undefined for nothing. */
export function entered({ type: _, ...values }: StateValue): string | undefined {
  const [value] = Object.values(values);
  if (value === null || value === undefined || value === "") return undefined;
  if (Array.isArray(value) && value.length === 0) return undefined;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** As it was typed, without formatting: the page has a plain field for it. */
function richTextOf(text: string | null): RichTextValue | null {
  if (text === null) return null;
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
