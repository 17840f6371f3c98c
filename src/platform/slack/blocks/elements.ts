import type * as kit from "@slack/types";
import { cleanText } from "../../text/shown-text.ts";
import { LIMITS } from "../limits.ts";
import { plain } from "./text.ts";

// Nothing that an element sends back may be trusted.

interface ButtonOptions {
  /** What a screen reader says, such as "Review R-142". */
  says?: string;
  /** Where work is expected; at most one in a row. */
  isPrimary?: boolean;
  /** Opens it in the browser; it is pressed all the same. */
  url?: string;
}

export function button(
  label: string,
  id: string,
  value: string,
  { says, isPrimary = false, url }: ButtonOptions = {},
): kit.Button {
  const most = LIMITS.button.accessibility_label[1];
  return {
    type: "button",
    action_id: id,
    text: plain(label),
    value,
    ...(says !== undefined && { accessibility_label: cleanText(says, most) }),
    ...(isPrimary && { style: "primary" }),
    ...(url !== undefined && { url }),
  };
}

export function option(label: string, value: string, description?: string): kit.PlainTextOption {
  const { text, description: described } = LIMITS.option;
  return {
    text: plain(cleanText(label, text[1])),
    value,
    ...(description !== undefined && { description: plain(cleanText(description, described[1])) }),
  };
}

/** The secondary acts, behind three dots. */
export function overflow(id: string, options: readonly kit.PlainTextOption[]): kit.Overflow {
  return { type: "overflow", action_id: id, options: [...options] };
}

/** A menu. */
export function select(
  id: string,
  options: readonly kit.PlainTextOption[],
  chosen: string | null = null,
  placeholder = "Choose",
): kit.StaticSelect {
  return {
    type: "static_select",
    action_id: id,
    placeholder: plain(placeholder),
    ...inGroups(options),
    ...initialOf(options, chosen),
  };
}

/** A menu of which several may be chosen. */
export function multiSelect(
  id: string,
  options: readonly kit.PlainTextOption[],
  chosen: readonly string[],
): kit.MultiStaticSelect {
  return {
    type: "multi_static_select",
    action_id: id,
    placeholder: plain("Choose"),
    ...inGroups(options),
    ...initialIn(options, chosen),
  };
}

/** More options than Slack takes in one list are put in groups. */
function inGroups(options: readonly kit.PlainTextOption[]) {
  const most = LIMITS.static_select.options[1];
  const starts = Array.from({ length: Math.ceil(options.length / most) }, (_, at) => at * most);
  const groups = starts.map((from) => {
    const members = options.slice(from, from + most);
    return { label: plain(`${from + 1} to ${from + members.length}`), options: members };
  });
  return groups.length > 1 ? { option_groups: groups } : { options: [...options] };
}

export function radio(
  id: string,
  options: readonly kit.PlainTextOption[],
  chosen: string | null = null,
): kit.RadioButtons {
  const chosenOption = initialOf(options, chosen);
  return { type: "radio_buttons", action_id: id, options: [...options], ...chosenOption };
}

export function checkboxes(
  id: string,
  options: readonly kit.PlainTextOption[],
  ticked: readonly string[] = [],
): kit.Checkboxes {
  return {
    type: "checkboxes",
    action_id: id,
    options: [...options],
    ...initialIn(options, ticked),
  };
}

/** Slack offers its members, also those whom we refuse. */
export function peopleSelect(
  id: string,
  chosen: readonly string[],
  most: number,
): kit.MultiUsersSelect {
  return {
    type: "multi_users_select",
    action_id: id,
    placeholder: plain("Choose people"),
    max_selected_items: most,
    ...(chosen.length > 0 && { initial_users: [...chosen] }),
  };
}

/** A public or a private channel. */
export function channelSelect(id: string, chosen: string | null): kit.ConversationsSelect {
  return {
    type: "conversations_select",
    action_id: id,
    placeholder: plain("Choose a channel"),
    filter: { include: ["public", "private"], exclude_bot_users: true },
    ...(chosen && { initial_conversation: chosen }),
  };
}

interface TextOptions {
  isMultiline?: boolean;
  /** Slack enforces these itself, in code points. */
  min?: number;
  max: number;
  isFocused?: boolean;
}

export function textInput(
  id: string,
  value: string | null,
  { isMultiline = false, min, max, isFocused = false }: TextOptions,
): kit.PlainTextInput {
  return {
    type: "plain_text_input",
    action_id: id,
    multiline: isMultiline,
    max_length: max,
    ...(min !== undefined && { min_length: min }),
    ...(isFocused && { focus_on_load: true }),
    ...(value && { initial_value: value }),
  };
}

function initialIn(options: readonly kit.PlainTextOption[], chosen: readonly string[]) {
  const initial = options.filter(({ value }) => value !== undefined && chosen.includes(value));
  return initial.length > 0 && { initial_options: initial };
}

function initialOf(options: readonly kit.PlainTextOption[], chosen: string | null) {
  const initial = options.find(({ value }) => value === chosen);
  return initial && { initial_option: initial };
}
