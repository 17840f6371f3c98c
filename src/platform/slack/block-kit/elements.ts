import { z } from "zod";
import { limits } from "../blocks/limits.ts";
import { chars, colour, confirm, id, option, optionGroup, plainText, url } from "./texts.ts";

/** The block elements that this app sends (https://docs.slack.dev/reference/block-kit/block-elements). */

const actionable = { action_id: id.optional(), confirm: confirm.optional() };
const focusable = { ...actionable, focus_on_load: z.boolean().optional() };
const selectable = { ...focusable, placeholder: plainText(limits.placeholder).optional() };

const button = z.strictObject({
  type: z.literal("button"),
  ...actionable,
  text: plainText(limits.buttonText),
  value: chars(limits.buttonValue).optional(),
  url: url.optional(),
  style: colour.optional(),
  accessibility_label: chars(limits.accessibilityLabel).optional(),
});

const choices = { options: z.array(option).min(1).max(limits.choices) };
const menu = {
  options: z.array(option).min(1).max(limits.options).optional(),
  option_groups: z.array(optionGroup).min(1).max(limits.optionGroups).optional(),
};
const initialOption = { initial_option: option.optional() };
const initialOptions = { initial_options: z.array(option).min(1).optional() };

const chosen = [
  z
    .strictObject({ type: z.literal("checkboxes"), ...focusable, ...choices, ...initialOptions })
    .superRefine(initialAmongOptions),
  z
    .strictObject({ type: z.literal("radio_buttons"), ...focusable, ...choices, ...initialOption })
    .superRefine(initialAmongOptions),
  z
    .strictObject({ type: z.literal("static_select"), ...selectable, ...menu, ...initialOption })
    .superRefine(optionsOrGroups)
    .superRefine(initialAmongOptions),
  z
    .strictObject({
      type: z.literal("multi_static_select"),
      ...selectable,
      ...menu,
      ...initialOptions,
    })
    .superRefine(optionsOrGroups)
    .superRefine(initialAmongOptions),
  z.strictObject({ type: z.literal("users_select"), ...selectable, initial_user: id.optional() }),
  z.strictObject({
    type: z.literal("multi_users_select"),
    ...selectable,
    initial_users: z.array(id).optional(),
  }),
  z.strictObject({
    type: z.literal("conversations_select"),
    ...selectable,
    filter: z
      .strictObject({
        include: z.array(z.enum(["im", "mpim", "private", "public"])).min(1),
        exclude_external_shared_channels: z.boolean().optional(),
      })
      .optional(),
    initial_conversation: id.optional(),
  }),
] as const;

/** No `confirm` where something is typed. */
const typed = {
  action_id: id.optional(),
  focus_on_load: z.boolean().optional(),
  placeholder: plainText(limits.placeholder).optional(),
  dispatch_action_config: z
    .strictObject({
      trigger_actions_on: z.array(z.enum(["on_enter_pressed", "on_character_entered"])).min(1),
    })
    .optional(),
  initial_value: chars(limits.inputText).optional(),
};

const plainTextInput = z
  .strictObject({
    type: z.literal("plain_text_input"),
    ...typed,
    multiline: z.boolean().optional(),
    max_length: z.int().min(1).max(limits.inputText).optional(),
  })
  .superRefine(({ initial_value = "", max_length }, context) => {
    if (max_length === undefined || [...initial_value].length <= max_length) return;
    context.addIssue({
      code: "custom",
      path: ["initial_value"],
      message: `must have at most ${max_length} characters, as max_length says`,
    });
  });

const numberInput = z.strictObject({
  type: z.literal("number_input"),
  ...typed,
  is_decimal_allowed: z.boolean(),
  min_value: z.string().optional(),
});

const overflow = z.strictObject({
  type: z.literal("overflow"),
  ...actionable,
  options: z.array(option).min(1).max(limits.overflowOptions),
});

/** In a section and in a row of actions. */
export const pressed = z.discriminatedUnion("type", [button, overflow, ...chosen]);

export const inputElement = z.discriminatedUnion("type", [...chosen, plainTextInput, numberInput]);

interface Choices {
  options?: readonly unknown[] | undefined;
  option_groups?: readonly { options: readonly unknown[] }[] | undefined;
  initial_option?: unknown;
  initial_options?: readonly unknown[] | undefined;
}

function optionsOrGroups({ options, option_groups }: Choices, context: z.RefinementCtx): void {
  if ((options === undefined) === (option_groups === undefined)) {
    context.addIssue("must have either options or option_groups");
  }
}

/** Slack compares the whole option: one with another text or description is not among them. */
function initialAmongOptions(element: Choices, context: z.RefinementCtx): void {
  const { options = [], option_groups = [], initial_option, initial_options = [] } = element;
  const offered = new Set(
    [...options, ...option_groups.flatMap((group) => group.options)].map((each) =>
      JSON.stringify(each),
    ),
  );
  for (const [path, initial] of [
    ...(initial_option === undefined ? [] : [[["initial_option"], initial_option] as const]),
    ...initial_options.map((each, index) => [["initial_options", index], each] as const),
  ]) {
    if (offered.has(JSON.stringify(initial))) continue;
    context.addIssue({ code: "custom", path: [...path], message: "must be among the options" });
  }
}
