import { z } from "zod";
import { choiceOption, optionGroup, plainOption, typed } from "./composition.ts";
import { initialWithinMax, multiSelect, picker, select } from "./element-mixins.ts";
import { broken } from "./fault.ts";
import { limits } from "./limits.ts";

const choices = z.array(choiceOption).min(1).max(limits.choices);

export const checkboxes = typed("checkboxes", {
  ...picker,
  options: choices,
  initial_options: z.array(choiceOption).min(1).optional(),
}).superRefine(initialAmongOptions);

export const radioButtons = typed("radio_buttons", {
  ...picker,
  options: choices,
  initial_option: choiceOption.optional(),
}).superRefine(initialAmongOptions);

const staticOptions = {
  options: z.array(plainOption).min(1).max(limits.options).optional(),
  option_groups: z.array(optionGroup).min(1).max(limits.optionGroups).optional(),
};
const queried = { min_query_length: z.int().min(0).optional() };
const answerable = { response_url_enabled: z.boolean().optional() };
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
    .refine((filter) => Object.keys(filter).length > 0, "must filter by something")
    .optional(),
};
const one = { ...select, initial_option: plainOption.optional() };
const several = { ...multiSelect, initial_options: z.array(plainOption).min(1).optional() };
const id = z.string().optional();
const ids = z.array(z.string()).optional();

/** All select menus. */
export const selects = [
  typed("static_select", { ...one, ...staticOptions })
    .superRefine(optionsOrGroups)
    .superRefine(initialAmongOptions),
  typed("multi_static_select", { ...several, ...staticOptions })
    .superRefine(optionsOrGroups)
    .superRefine(initialAmongOptions)
    .superRefine(initialWithinMax),
  typed("external_select", { ...one, ...queried }),
  typed("multi_external_select", { ...several, ...queried }).superRefine(initialWithinMax),
  typed("users_select", { ...select, initial_user: id }),
  typed("multi_users_select", { ...multiSelect, initial_users: ids }).superRefine(initialWithinMax),
  typed("conversations_select", {
    ...select,
    ...conversations,
    ...answerable,
    initial_conversation: id,
  }),
  typed("multi_conversations_select", {
    ...multiSelect,
    ...conversations,
    initial_conversations: ids,
  }).superRefine(initialWithinMax),
  typed("channels_select", { ...select, ...answerable, initial_channel: id }),
  typed("multi_channels_select", { ...multiSelect, initial_channels: ids }).superRefine(
    initialWithinMax,
  ),
] as const;

type Choices = {
  options?: readonly { value: string }[] | undefined;
  option_groups?: readonly { options: readonly { value: string }[] }[] | undefined;
};

function optionsOrGroups({ options, option_groups }: Choices, context: z.RefinementCtx): void {
  if ((options === undefined) === (option_groups === undefined)) {
    context.addIssue("must have either options or option_groups");
  }
}

function initialAmongOptions(
  element: Choices & { initial_option?: unknown; initial_options?: readonly unknown[] | undefined },
  context: z.RefinementCtx,
): void {
  // Slack compares whole options, so it also refuses one that differs only in its text.
  const known = allOptions(element).map((each) => JSON.stringify(each));
  const { initial_option, initial_options = [] } = element;
  const chosen = [
    { path: ["initial_option"], option: initial_option },
    ...initial_options.map((option, index) => ({ path: ["initial_options", index], option })),
  ];
  for (const { path, option } of chosen) {
    if (option === undefined || known.includes(JSON.stringify(option))) continue;
    context.addIssue(broken("is not among the options", { type: "among_options" }, path));
  }
}

/** Returns the options of a select, radio group or checkbox group, with groups flattened. */
export function allOptions<T extends { value: string }>(element: {
  options?: readonly T[] | undefined;
  option_groups?: readonly { options: readonly T[] }[] | undefined;
}): T[] {
  return [
    ...(element.options ?? []),
    ...(element.option_groups ?? []).flatMap((group) => group.options),
  ];
}
