import type {
  MultiStaticSelect,
  PlainTextInput,
  PlainTextOption,
  RadioButtons,
  StaticSelect,
} from "@slack/types";
import { option, plain } from "./blocks.ts";
import { action } from "./ids.ts";
import { limits } from "./limits.ts";

/** No `max_length`: Slack would refuse a view whose typed text is longer, and our own words name the field. */
export function textInput(
  value: string | null | undefined,
  { multiline = false, actionId = action.value }: { multiline?: boolean; actionId?: string } = {},
): PlainTextInput {
  const typed = [...(value ?? "").toWellFormed()].slice(0, limits.inputText).join("");
  return {
    type: "plain_text_input",
    action_id: actionId,
    multiline,
    ...(typed !== "" && { initial_value: typed }),
  };
}

/** Reports every key press, if the input block has `dispatch_action`, too. */
export const toldTextInput: typeof textInput = (value, more) => ({
  ...textInput(value, more),
  dispatch_action_config: { trigger_actions_on: ["on_character_entered", "on_enter_pressed"] },
});

/** The same, in a field that is checked as it is typed. */
export function checkedTextInput(value: string | null | undefined): PlainTextInput {
  return toldTextInput(value, { actionId: action.checkTyped });
}

export function select(
  options: PlainTextOption[],
  chosen: string | null | undefined,
  actionId: string = action.value,
  placeholder = "Choose",
): StaticSelect {
  const initial = options.find(({ value }) => value === chosen);
  return {
    type: "static_select",
    action_id: actionId,
    placeholder: plain(placeholder),
    ...(options.length <= limits.options ? { options } : { option_groups: inGroups(options) }),
    ...(initial && { initial_option: initial }),
  };
}

/** Whether Slack takes it as the value of an option. */
export const isOptionValue = (value: string): boolean =>
  value !== "" && value.isWellFormed() && [...value].length <= limits.optionValue;

/** Takes at most as many options as `limits.options`. */
export function multiSelect(
  options: PlainTextOption[],
  chosen: readonly string[],
  placeholder = "Choose",
): MultiStaticSelect {
  const initial = options.filter(({ value = "" }) => chosen.includes(value));
  return {
    type: "multi_static_select",
    action_id: action.value,
    placeholder: plain(placeholder),
    options,
    ...(initial.length > 0 && { initial_options: initial }),
  };
}

/** The choice itself, or the only one there is. */
export function chosenOrOnly(
  values: readonly string[],
  chosen: string | null | undefined,
): string | undefined {
  return values.length === 1 ? values[0] : (chosen ?? undefined);
}

function inGroups(options: readonly PlainTextOption[]) {
  return Array.from({ length: Math.ceil(options.length / limits.options) }, (_, group) => {
    const from = group * limits.options;
    const members = options.slice(from, from + limits.options);
    return { label: plain(`${from + 1} to ${from + members.length}`), options: members };
  });
}

export function radio(options: PlainTextOption[], chosen: string, actionId: string): RadioButtons {
  const initial = options.find(({ value }) => value === chosen);
  return {
    type: "radio_buttons",
    action_id: actionId,
    options,
    ...(initial && { initial_option: initial }),
  };
}

/** Codes of the catalogue, which name themselves unless something names them. */
export function codeSelect(
  codes: readonly string[],
  chosen: string | null | undefined,
  {
    actionId,
    named = (each) => each,
  }: { actionId?: string; named?: (code: string) => string } = {},
): StaticSelect {
  const options = codes.map((each) => option(named(each), each));
  return select(options, chosenOrOnly(codes, chosen), actionId);
}
