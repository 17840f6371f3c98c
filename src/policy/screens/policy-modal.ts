import type { KnownBlock, ModalView } from "@slack/types";
import type { Pins } from "../../authority/pins.ts";
import { input, option, plain, section } from "../../platform/slack/blocks/blocks.ts";
import { action, block, callback } from "../../platform/slack/blocks/ids.ts";
import { textInput } from "../../platform/slack/blocks/inputs.ts";
import type { GroupsOffered } from "../../platform/slack/user-groups.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { pinnedBlocks } from "../../request/pin-words.ts";
import type { PolicyForm } from "../../request/rules/approval/usual-policy.ts";
import { type PolicyMetadata, policyMetadata } from "./policy-form.ts";

export interface PolicyModal extends PolicyMetadata {
  /** As it stands, or as it would be begun with. */
  form: PolicyForm;
  /** How many rules the form does not show, and would replace; 0 where it shows all. */
  hiddenRules: number;
  groups: GroupsOffered;
  /** Where the cursor stands. */
  focus: "approvers" | "quorum";
  /** What the environment sets. */
  pins: Pins;
}

/** The usual case of a policy: who approves, and how many of them. `readPolicyModal` reads it. */
export function policyModal(props: PolicyModal): ModalView {
  const { form, isChange, hiddenRules, focus, pins } = props;
  const { approvers, coolDownHours, expiresInHours, remindAfterHours } = form;
  return {
    type: "modal",
    callback_id: callback.policyForm,
    private_metadata: policyMetadata(props),
    title: plain("Approvers and quorum"),
    submit: plain(isChange ? "Review" : "Save"),
    close: plain("Back"),
    blocks: [
      ...(hiddenRules === 0 ? [] : [section(replacesText(hiddenRules))]),
      ...pinnedBlocks(pins),
      input(
        block.approvers,
        "Approvers",
        {
          type: "multi_users_select",
          action_id: action.value,
          placeholder: plain("Choose people"),
          ...(approvers.length > 0 && { initial_users: [...approvers] }),
          ...(focus === "approvers" && { focus_on_load: true }),
        },
        {
          optional: true,
          hint: "Active members of this workspace. Whoever asks for something never approves it, so name one more than the quorum.",
        },
      ),
      ...groupBlocks(props),
      input(
        block.quorum,
        "How many have to approve",
        whole(form.approvalsRequired, 1, focus === "quorum"),
        {
          hint: "Of all of these together, each counted once.",
        },
      ),
      input(
        block.destinationQuorum,
        "How many for destinations, if it is another number",
        whole(form.destinationApprovalsRequired, 1),
        {
          optional: true,
          hint: "For whitelisting, importing and retiring wallets and bank accounts.",
        },
      ),
      input(block.coolDown, "Hours until a new destination can be used", whole(coolDownHours, 0), {
        hint: "Time to notice one that should not be there. 0 for none.",
      }),
      input(block.expiry, "Hours until a request expires", whole(expiresInHours, 1)),
      input(
        block.reminders,
        "Remind after so many hours",
        textInput(remindAfterHours.length === 0 ? undefined : remindAfterHours.join(", ")),
        {
          optional: true,
          hint: "Such as 2, 6, 14: each pause longer than the one before. Empty for none.",
        },
      ),
      ...(isChange
        ? [
            input(block.reason, "Reason", textInput(undefined, { multiline: true }), {
              hint: "The approvers read it.",
            }),
          ]
        : []),
    ],
  };
}

function replacesText(rules: number): string {
  return `The policy in force has ${rules} rules of its own, which this form cannot show. What you fill in here would replace all of them. To change only some, use the command's policy instead.`;
}

function groupBlocks({ form, groups }: PolicyModal): KnownBlock[] {
  if (!groups.ok) return [section(NO_GROUPS[groups.because])];
  if (groups.groups.length === 0) return form.groups.length === 0 ? [] : [section(GONE)];
  const options = groups.groups.map(({ id, handle, name }) =>
    option(`@${shortened(handle, 40)} · ${shortened(name, 30)}`, id),
  );
  const initial = options.filter(({ value }) => form.groups.includes(value ?? ""));
  const isAllThere = initial.length === form.groups.length;
  return [
    input(
      block.groups,
      "User groups",
      {
        type: "multi_static_select",
        action_id: action.value,
        placeholder: plain("Choose user groups"),
        options,
        ...(initial.length > 0 && { initial_options: initial }),
      },
      {
        optional: true,
        hint: "Whoever is a member when it counts: when they decide, and again when it is sent.",
      },
    ),
    ...(isAllThere ? [] : [section(GONE)]),
    ...(groups.left === 0
      ? []
      : [
          section(
            `${groups.left} more user groups are not offered here; the command's policy takes them.`,
          ),
        ]),
  ];
}

const GONE =
  "A user group that is named now is not there any more, or cannot be offered. It goes when this is saved.";

const NO_GROUPS: Record<Extract<GroupsOffered, { ok: false }>["because"], string> = {
  "missing-scope":
    "User groups cannot be named: the app was installed without the permission to read them (usergroups:read).",
  "no-user-groups": "User groups cannot be named: this workspace's plan of Slack has none.",
  unavailable:
    "Slack does not show the user groups at the moment. Groups that are named now stay as they are.",
};

function whole(value: number | null, least: number, isFocused = false) {
  return {
    type: "number_input" as const,
    action_id: action.value,
    is_decimal_allowed: false,
    min_value: String(least),
    ...(value !== null && { initial_value: String(value) }),
    ...(isFocused && { focus_on_load: true }),
  };
}
