import { z } from "zod";
import { limits } from "../blocks/limits.ts";
import { richText } from "./rich-text.ts";
import { actionable, focusable, initialAmongOptions, selectable, selects } from "./selects.ts";
import { chars, choice, colour, id, overflowOption, plainText, url } from "./texts.ts";

/** Block elements (https://docs.slack.dev/reference/block-kit/block-elements), and the three places that take them. */

const button = z.strictObject({
  type: z.literal("button"),
  ...actionable,
  text: plainText(limits.buttonText),
  value: chars(limits.buttonValue).optional(),
  url: url.optional(),
  style: colour.optional(),
  accessibility_label: chars(limits.accessibilityLabel).optional(),
});

const overflow = z.strictObject({
  type: z.literal("overflow"),
  ...actionable,
  options: z.array(overflowOption).min(1).max(limits.overflowOptions),
});

/** As an element here, as a block with a title in `blocks.ts`. */
export const picture = {
  type: z.literal("image"),
  alt_text: chars(limits.altText),
  image_url: url.optional(),
  slack_file: z.strictObject({ id: id.optional(), url: url.optional() }).optional(),
};

export const image = z.strictObject(picture).superRefine(oneSource);

export function oneSource(
  image: { image_url?: unknown; slack_file?: { id?: unknown; url?: unknown } | undefined },
  context: z.RefinementCtx,
): void {
  if ((image.image_url === undefined) === (image.slack_file === undefined)) {
    context.addIssue("must have either image_url or slack_file");
  }
  if (
    image.slack_file &&
    (image.slack_file.id === undefined) === (image.slack_file.url === undefined)
  ) {
    context.addIssue({
      code: "custom",
      path: ["slack_file"],
      message: "must have either id or url",
    });
  }
}

const checkboxes = z
  .strictObject({
    type: z.literal("checkboxes"),
    ...focusable,
    options: z.array(choice).min(1).max(limits.choices),
    initial_options: z.array(choice).min(1).optional(),
  })
  .superRefine(initialAmongOptions);

const radioButtons = z
  .strictObject({
    type: z.literal("radio_buttons"),
    ...focusable,
    options: z.array(choice).min(1).max(limits.choices),
    initial_option: choice.optional(),
  })
  .superRefine(initialAmongOptions);

const datepicker = z.strictObject({
  type: z.literal("datepicker"),
  ...selectable,
  initial_date: z.iso.date().optional(),
});

const timepicker = z.strictObject({
  type: z.literal("timepicker"),
  ...selectable,
  initial_time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .optional(),
  timezone: z.string().optional(),
});

const datetimepicker = z.strictObject({
  type: z.literal("datetimepicker"),
  ...focusable,
  initial_date_time: z.int().optional(),
});

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
};
const initialText = { initial_value: chars(limits.inputText).optional() };

const plainTextInput = z
  .strictObject({
    type: z.literal("plain_text_input"),
    ...typed,
    ...initialText,
    multiline: z.boolean().optional(),
    min_length: z.int().min(0).max(limits.inputText).optional(),
    max_length: z.int().min(1).max(limits.inputText).optional(),
  })
  .superRefine(({ initial_value, max_length }, context) => {
    if (initial_value === undefined || max_length === undefined) return;
    if ([...initial_value].length <= max_length) return;
    context.addIssue({
      code: "custom",
      path: ["initial_value"],
      message: `must have at most ${max_length} characters, as max_length says`,
    });
  });

const inputs = [
  plainTextInput,
  z.strictObject({
    type: z.literal("number_input"),
    ...typed,
    ...initialText,
    is_decimal_allowed: z.boolean(),
    min_value: z.string().optional(),
    max_value: z.string().optional(),
  }),
  z.strictObject({ type: z.literal("email_text_input"), ...typed, ...initialText }),
  z.strictObject({ type: z.literal("url_text_input"), ...typed, ...initialText }),
  z.strictObject({
    type: z.literal("rich_text_input"),
    ...typed,
    initial_value: richText.optional(),
    min_lines: z.int().min(1).max(limits.richTextLines).optional(),
    max_lines: z.int().min(1).max(limits.richTextLines).optional(),
  }),
  z.strictObject({
    type: z.literal("file_input"),
    action_id: id.optional(),
    filetypes: z.array(z.string()).optional(),
    max_files: z.int().min(1).max(limits.files).optional(),
  }),
] as const;

export const accessory = z.discriminatedUnion("type", [
  button,
  overflow,
  image,
  checkboxes,
  radioButtons,
  datepicker,
  timepicker,
  ...selects,
]);

export const actionsElement = z.discriminatedUnion("type", [
  button,
  overflow,
  checkboxes,
  radioButtons,
  datepicker,
  timepicker,
  datetimepicker,
  ...selects,
]);

export const inputElement = z.discriminatedUnion("type", [
  checkboxes,
  radioButtons,
  datepicker,
  timepicker,
  datetimepicker,
  ...selects,
  ...inputs,
]);
