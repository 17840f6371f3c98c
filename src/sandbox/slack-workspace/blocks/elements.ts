import { z } from "zod";
import { chars, choiceOption, generatedId, plainOption, plainText, typed } from "./composition.ts";
import { broken } from "./faults.ts";
import { LIMITS } from "./limits.ts";

const action_id = generatedId;
const flag = z.boolean().optional();
const menu = { action_id, placeholder: plainText(LIMITS.placeholder).optional() };
const most = z.int().min(1).optional();

const button = typed("button", {
  action_id,
  text: plainText(LIMITS.buttonText),
  style: z.enum(["primary", "danger"]).optional(),
  accessibility_label: chars(LIMITS.accessibilityLabel).optional(),
  value: chars(LIMITS.buttonValue, 0).optional(),
  url: chars(LIMITS.url).optional(),
});

const overflow = typed("overflow", {
  action_id,
  options: z.array(plainOption).min(1).max(LIMITS.overflowOptions),
});

const choices = z.array(choiceOption).min(1).max(LIMITS.choices);

const optionList = z.array(plainOption).min(1).max(LIMITS.options);
const optionGroup = z.strictObject({ label: plainText(LIMITS.groupLabel), options: optionList });
const fromOptions = {
  ...menu,
  options: optionList.optional(),
  option_groups: z.array(optionGroup).min(1).max(LIMITS.optionGroups).optional(),
};

/** Those that people choose from. */
const chosen = [
  typed("radio_buttons", {
    ...{ action_id, options: choices, initial_option: choiceOption.optional() },
  }).superRefine(initialAmongOptions),
  typed("checkboxes", {
    ...{ action_id, options: choices, initial_options: z.array(choiceOption).min(1).optional() },
  }).superRefine(initialAmongOptions),
  typed("static_select", { ...fromOptions, initial_option: plainOption.optional() })
    .superRefine(optionsOrGroups)
    .superRefine(initialAmongOptions),
  typed("multi_static_select", {
    ...{ ...fromOptions, max_selected_items: most },
    initial_options: z.array(plainOption).min(1).optional(),
  })
    .superRefine(optionsOrGroups)
    .superRefine(initialAmongOptions),
  typed("multi_users_select", {
    ...{ ...menu, max_selected_items: most, initial_users: z.array(z.string()).optional() },
  }),
  typed("conversations_select", {
    ...{ ...menu, initial_conversation: z.string().optional() },
    filter: z
      .strictObject({
        include: z.array(z.enum(["im", "mpim", "private", "public"])).optional(),
        exclude_bot_users: flag,
      })
      .optional(),
  }),
] as const;

const textInput = typed("plain_text_input", {
  ...{ ...menu, focus_on_load: flag, multiline: flag },
  initial_value: chars(LIMITS.inputText, 0).optional(),
  min_length: z.int().min(0).max(LIMITS.inputText).optional(),
  max_length: z.int().min(1).max(LIMITS.inputText).optional(),
}).superRefine(({ initial_value = "", min_length = 0, max_length = LIMITS.inputText }, context) => {
  const beside = { min_length, initial_value: [...initial_value].length };
  for (const [field, length] of Object.entries(beside)) {
    if (length <= max_length) continue;
    const constraint = { type: "max_value", expected: [String(max_length)] };
    context.addIssue(broken("is more than the maximum beside it", constraint, [field]));
  }
});

export const actionsElement = z.discriminatedUnion("type", [button, overflow, ...chosen]);
export const inputElement = z.discriminatedUnion("type", [textInput, ...chosen]);

/** Everything a person can act on. */
export type ActionElement = z.output<typeof actionsElement> | z.output<typeof inputElement>;

interface Choices<T = { value: string }> {
  options?: readonly T[] | undefined;
  option_groups?: readonly { options: readonly T[] }[] | undefined;
}

/** Returns the options of a menu, radio group or checkbox group, with groups flattened. */
export function allOptions<T>({ options = [], option_groups = [] }: Choices<T>): T[] {
  return [...options, ...option_groups.flatMap((group) => group.options)];
}

function optionsOrGroups({ options, option_groups }: Choices, context: z.RefinementCtx): void {
  if ((options === undefined) === (option_groups === undefined)) {
    context.addIssue("must have either options or option_groups");
  }
}

/** Slack compares whole options, so it also refuses one that differs only in its text. */
function initialAmongOptions(
  element: Choices & { initial_option?: unknown; initial_options?: readonly unknown[] | undefined },
  context: z.RefinementCtx,
): void {
  const known = allOptions(element).map((each) => JSON.stringify(each));
  const { initial_option, initial_options } = element;
  for (const [field, given] of Object.entries({ initial_option, initial_options })) {
    const initial = [given ?? []].flat();
    if (initial.every((each) => known.includes(JSON.stringify(each)))) continue;
    context.addIssue(broken("is not among the options", { type: "among_options" }, [field]));
  }
}
