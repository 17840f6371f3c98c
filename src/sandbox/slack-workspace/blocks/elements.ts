import { z } from "zod";
import { checkboxes, radioButtons, selects } from "./choices.ts";
import { actionId, chars, overflowOption, plainText, typed } from "./composition.ts";
import { confirmable, picker, placeholder } from "./element-mixins.ts";
import { broken } from "./fault.ts";
import { imageElement } from "./image.ts";
import { limits } from "./limits.ts";
import { richTextValue } from "./rich-text.ts";

const typing = {
  action_id: actionId,
  placeholder,
  focus_on_load: z.boolean().optional(),
  dispatch_action_config: z
    .strictObject({
      trigger_actions_on: z
        .array(z.enum(["on_enter_pressed", "on_character_entered"]))
        .min(1)
        .optional(),
    })
    .optional(),
  initial_value: chars(limits.inputText, 0).optional(),
};

const pressed = {
  ...confirmable,
  text: plainText(limits.buttonText),
  style: z.enum(["primary", "danger"]).optional(),
  accessibility_label: chars(limits.accessibilityLabel).optional(),
};

export const button = typed("button", {
  ...pressed,
  value: chars(limits.buttonValue, 0).optional(),
  url: chars(limits.url).optional(),
});

/** This workspace has no workflows, so a press on the button only says so. */
const workflowButton = typed("workflow_button", {
  ...pressed,
  workflow: z.strictObject({
    trigger: z.strictObject({
      url: z.string(),
      customizable_input_parameters: z
        .array(z.strictObject({ name: z.string(), value: z.string() }))
        .optional(),
    }),
  }),
});

const overflow = typed("overflow", {
  ...confirmable,
  options: z.array(overflowOption).min(1).max(limits.overflowOptions),
});

const datepicker = typed("datepicker", {
  ...picker,
  placeholder,
  initial_date: z.iso.date().optional(),
});

const timepicker = typed("timepicker", {
  ...picker,
  placeholder,
  initial_time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .optional(),
  timezone: z.string().optional(),
});

const datetimepicker = typed("datetimepicker", {
  ...picker,
  // Types 3.2 [S]: seconds in ten digits.
  initial_date_time: z.int().min(1_000_000_000).max(9_999_999_999).optional(),
});

const plainTextInput = typed("plain_text_input", {
  ...typing,
  multiline: z.boolean().optional(),
  min_length: z.int().min(0).max(limits.inputText).optional(),
  max_length: z.int().min(1).max(limits.inputText).optional(),
}).superRefine(({ initial_value, min_length, max_length }, context) => {
  refuseOver(max_length, min_length, "min_length", context);
  const length = initial_value === undefined ? undefined : [...initial_value].length;
  refuseOver(max_length, length, "initial_value", context);
});

const numeral = z.string().refine((text) => NUMERAL.test(text), "must be a number");
const NUMERAL = /^-?(\d+(\.\d+)?|\.\d+)$/;

const numberInput = typed("number_input", {
  ...typing,
  is_decimal_allowed: z.boolean(),
  initial_value: numeral.optional(),
  min_value: numeral.optional(),
  max_value: numeral.optional(),
}).superRefine(({ initial_value, min_value, max_value }, context) => {
  refuseOver(max_value, min_value, "min_value", context);
  refuseOver(max_value, initial_value, "initial_value", context);
});

const lines = z.int().min(1).max(limits.richTextLines).optional();

const richTextInput = typed("rich_text_input", {
  ...typing,
  initial_value: richTextValue.optional(),
  min_lines: lines,
  max_lines: lines,
});

const fileInput = typed("file_input", {
  action_id: actionId,
  filetypes: z.array(z.string()).optional(),
  max_files: z.int().min(1).max(limits.files).optional(),
});

/** Compares numbers, also those written as texts. */
function refuseOver(
  max: number | string | undefined,
  value: number | string | undefined,
  field: string,
  context: z.RefinementCtx,
): void {
  if (max === undefined || value === undefined || !(Number(value) > Number(max))) return;
  const constraint = { type: "max_value", expected: [String(max)], got: String(value) };
  context.addIssue(broken("is more than the maximum beside it", constraint, [field]));
}

const chosen = [checkboxes, radioButtons, datepicker, timepicker, ...selects] as const;

export const accessory = z.discriminatedUnion("type", [
  button,
  workflowButton,
  overflow,
  imageElement,
  ...chosen,
]);

export const actionsElement = z.discriminatedUnion("type", [
  button,
  workflowButton,
  overflow,
  richTextInput,
  datetimepicker,
  ...chosen,
]);

export const inputElement = z.discriminatedUnion("type", [
  datetimepicker,
  plainTextInput,
  numberInput,
  typed("email_text_input", typing),
  typed("url_text_input", typing),
  richTextInput,
  fileInput,
  ...chosen,
]);

export type FileInput = z.output<typeof fileInput>;

/** Everything a person can act on. */
export type ActionElement = Exclude<
  z.output<typeof accessory> | z.output<typeof actionsElement> | z.output<typeof inputElement>,
  { type: "image" }
>;
