import { z } from "zod";
import { choiceOption, optionGroup, plainOption } from "./composition.ts";
import { initialWithinMax, multiSelect, picker, select } from "./element-mixins.ts";
import { broken } from "./fault.ts";
import { limits } from "./limits.ts";

export const checkboxes = z
  .strictObject({
    type: z.literal("checkboxes"),
    ...picker,
    options: z.array(choiceOption).min(1).max(limits.choices),
    initial_options: z.array(choiceOption).min(1).optional(),
  })
  .superRefine(initialAmongOptions);

export const radioButtons = z
  .strictObject({
    type: z.literal("radio_buttons"),
    ...picker,
    options: z.array(choiceOption).min(1).max(limits.choices),
    initial_option: choiceOption.optional(),
  })
  .superRefine(initialAmongOptions);

const staticOptions = {
  options: z.array(plainOption).min(1).max(limits.options).optional(),
  option_groups: z.array(optionGroup).min(1).max(limits.optionGroups).optional(),
};

const staticSelect = z
  .strictObject({
    type: z.literal("static_select"),
    ...select,
    ...staticOptions,
    initial_option: plainOption.optional(),
  })
  .superRefine(optionsOrGroups)
  .superRefine(initialAmongOptions);

const multiStaticSelect = z
  .strictObject({
    type: z.literal("multi_static_select"),
    ...multiSelect,
    ...staticOptions,
    initial_options: z.array(plainOption).min(1).optional(),
  })
  .superRefine(optionsOrGroups)
  .superRefine(initialAmongOptions)
  .superRefine(initialWithinMax);

const queried = { min_query_length: z.int().min(0).optional() };

const externalSelect = z.strictObject({
  type: z.literal("external_select"),
  ...select,
  ...queried,
  initial_option: plainOption.optional(),
});

const multiExternalSelect = z
  .strictObject({
    type: z.literal("multi_external_select"),
    ...multiSelect,
    ...queried,
    initial_options: z.array(plainOption).min(1).optional(),
  })
  .superRefine(initialWithinMax);

const usersSelect = z.strictObject({
  type: z.literal("users_select"),
  ...select,
  initial_user: z.string().optional(),
});

const multiUsersSelect = z
  .strictObject({
    type: z.literal("multi_users_select"),
    ...multiSelect,
    initial_users: z.array(z.string()).optional(),
  })
  .superRefine(initialWithinMax);

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

const conversationsSelect = z.strictObject({
  type: z.literal("conversations_select"),
  ...select,
  ...conversations,
  initial_conversation: z.string().optional(),
  response_url_enabled: z.boolean().optional(),
});

const multiConversationsSelect = z
  .strictObject({
    type: z.literal("multi_conversations_select"),
    ...multiSelect,
    ...conversations,
    initial_conversations: z.array(z.string()).optional(),
  })
  .superRefine(initialWithinMax);

const channelsSelect = z.strictObject({
  type: z.literal("channels_select"),
  ...select,
  initial_channel: z.string().optional(),
  response_url_enabled: z.boolean().optional(),
});

const multiChannelsSelect = z
  .strictObject({
    type: z.literal("multi_channels_select"),
    ...multiSelect,
    initial_channels: z.array(z.string()).optional(),
  })
  .superRefine(initialWithinMax);

/** Every select menu. */
export const selects = [
  staticSelect,
  multiStaticSelect,
  externalSelect,
  multiExternalSelect,
  usersSelect,
  multiUsersSelect,
  conversationsSelect,
  multiConversationsSelect,
  channelsSelect,
  multiChannelsSelect,
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
  // Compared whole, as Slack does: an initial option that differs only in its text is refused too.
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

/** The options of a select, radio group or checkbox group, groups flattened. */
export function allOptions<T extends { value: string }>(element: {
  options?: readonly T[] | undefined;
  option_groups?: readonly { options: readonly T[] }[] | undefined;
}): T[] {
  return [
    ...(element.options ?? []),
    ...(element.option_groups ?? []).flatMap((group) => group.options),
  ];
}
