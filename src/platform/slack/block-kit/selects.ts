import { z } from "zod";
import { limits } from "../blocks/limits.ts";
import { confirm, id, option, optionGroup, plainText } from "./texts.ts";

/** Menus, and what they share with the other elements (https://docs.slack.dev/reference/block-kit/block-elements). */

export const actionable = { action_id: id.optional(), confirm: confirm.optional() };
export const focusable = { ...actionable, focus_on_load: z.boolean().optional() };
export const selectable = { ...focusable, placeholder: plainText(limits.placeholder).optional() };
export const multiple = { ...selectable, max_selected_items: z.int().min(1).optional() };

const staticOptions = {
  options: z.array(option).min(1).max(limits.options).optional(),
  option_groups: z.array(optionGroup).min(1).max(limits.optionGroups).optional(),
};

const staticSelect = z
  .strictObject({
    type: z.literal("static_select"),
    ...selectable,
    ...staticOptions,
    initial_option: option.optional(),
  })
  .superRefine(optionsOrGroups)
  .superRefine(initialAmongOptions);

const multiStaticSelect = z
  .strictObject({
    type: z.literal("multi_static_select"),
    ...multiple,
    ...staticOptions,
    initial_options: z.array(option).min(1).optional(),
  })
  .superRefine(optionsOrGroups)
  .superRefine(initialAmongOptions);

const queried = { min_query_length: z.int().min(0).optional() };

const conversations = {
  default_to_current_conversation: z.boolean().optional(),
  filter: z
    .strictObject({
      include: z
        .array(z.enum(["im", "mpim", "private", "public"]))
        .min(1)
        .optional(),
      exclude_external_shared_channels: z.boolean().optional(),
      exclude_bot_users: z.boolean().optional(),
    })
    .optional(),
};

const respondable = { response_url_enabled: z.boolean().optional() };

export const selects = [
  staticSelect,
  multiStaticSelect,
  z.strictObject({
    type: z.literal("external_select"),
    ...selectable,
    ...queried,
    initial_option: option.optional(),
  }),
  z.strictObject({
    type: z.literal("multi_external_select"),
    ...multiple,
    ...queried,
    initial_options: z.array(option).min(1).optional(),
  }),
  z.strictObject({ type: z.literal("users_select"), ...selectable, initial_user: id.optional() }),
  z.strictObject({
    type: z.literal("multi_users_select"),
    ...multiple,
    initial_users: z.array(id).optional(),
  }),
  z.strictObject({
    type: z.literal("conversations_select"),
    ...selectable,
    ...conversations,
    ...respondable,
    initial_conversation: id.optional(),
  }),
  z.strictObject({
    type: z.literal("multi_conversations_select"),
    ...multiple,
    ...conversations,
    initial_conversations: z.array(id).optional(),
  }),
  z.strictObject({
    type: z.literal("channels_select"),
    ...selectable,
    ...respondable,
    initial_channel: id.optional(),
  }),
  z.strictObject({
    type: z.literal("multi_channels_select"),
    ...multiple,
    initial_channels: z.array(id).optional(),
  }),
] as const;

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
export function initialAmongOptions(element: Choices, context: z.RefinementCtx): void {
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
