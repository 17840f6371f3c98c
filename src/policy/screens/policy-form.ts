import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import type { Pins } from "../../authority/pins.ts";
import { parsedJson } from "../../platform/process/json.ts";
import { input, option, plain, section } from "../../platform/slack/blocks/blocks.ts";
import { action, block, callback } from "../../platform/slack/blocks/ids.ts";
import { textInput } from "../../platform/slack/blocks/inputs.ts";
import type { SubmittedView } from "../../platform/slack/blocks/state.ts";
import { faultsOnly, typedIn } from "../../platform/slack/blocks/state.ts";
import type { GroupsOffered } from "../../platform/slack/user-groups.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import { pinnedBlocks } from "../../request/pin-words.ts";
import type { PolicyForm } from "../../request/rules/approval/usual-policy.ts";
import { reasonIn, reasonInput } from "../../workspace/set-up/reason-field.ts";

export interface PolicyModal extends PolicyMetadata {
  /** As it stands, or as it would be begun with. */
  form: PolicyForm;
  /** How many rules the form does not show, and would replace; 0 where it shows all. */
  hiddenRules: number;
  groups: GroupsOffered;
  /** The field with the cursor. */
  focus: "approvers" | "quorum";
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
    title: plain("Approval rules"),
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
          hint: "Active members of this workspace. Nobody can approve their own request, so name at least one extra.",
        },
      ),
      ...groupBlocks(props),
      input(
        block.quorum,
        "How many have to approve",
        whole(form.approvalsRequired, 1, focus === "quorum"),
        {
          hint: "People and user groups together; each person counts once.",
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
          hint: "For example 2, 6, 14. Each pause is longer than the one before. Leave empty for 2, 6 and then daily.",
        },
      ),
      ...(isChange ? [reasonInput()] : []),
    ],
  };
}

function replacesText(rules: number): string {
  return `The current policy has ${counted(rules, "rule")} of its own, which this form cannot show. This form would replace all of them. To change only some, use the command's policy instead.`;
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
        hint: "Membership is checked when a member decides, and again when the request is sent.",
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

const GONE = "A user group named now no longer exists, or cannot be offered. Saving removes it.";

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

/** The form carries this along unseen. It gives nobody any right. */
export interface PolicyMetadata {
  askedIn: string;
  /** The version that it was begun from. */
  from: number;
  /** The workspace was set up before: the approvers decide. */
  isChange: boolean;
  /** User groups that are named, where the form could not offer any. */
  keptGroups: readonly string[];
}

const metadata = z.strictObject({
  askedIn: z.string().min(1).max(255),
  from: z.int().nonnegative(),
  isChange: z.boolean(),
  keptGroups: z.array(z.string().max(30)).max(50),
});

export function policyMetadata({ askedIn, from, isChange, keptGroups }: PolicyMetadata): string {
  return JSON.stringify({ askedIn, from, isChange, keptGroups });
}

export type PolicySubmission =
  | { ok: true; about: PolicyMetadata; form: PolicyForm; reason: string }
  | { ok: false; errors: Record<string, string> };

/** Throws a ZodError when the view is not one of ours. */
export function readPolicyModal(view: SubmittedView): PolicySubmission {
  const about = metadata.parse(parsedJson(view.private_metadata));
  const values = view.state.values;
  const groups = values[block.groups]?.[action.value]?.selected_options;
  const form: PolicyForm = {
    approvers: values[block.approvers]?.[action.value]?.selected_users ?? [],
    groups: groups?.map(({ value }) => value ?? "") ?? about.keptGroups,
    approvalsRequired: wholeIn(view, block.quorum) ?? 0,
    destinationApprovalsRequired: wholeIn(view, block.destinationQuorum),
    coolDownHours: wholeIn(view, block.coolDown) ?? -1,
    expiresInHours: wholeIn(view, block.expiry) ?? 0,
    remindAfterHours: remindersIn(view),
  };
  const { reason, error } = reasonIn(view, about.isChange);
  const errors = faultsOnly({
    [block.quorum]: form.approvalsRequired < 1 ? NUMBER : undefined,
    [block.coolDown]: form.coolDownHours < 0 ? NUMBER : undefined,
    [block.expiry]: form.expiresInHours < 1 ? NUMBER : undefined,
    [block.reminders]: form.remindAfterHours.includes(Number.NaN) ? REMINDERS : undefined,
    [block.reason]: error,
  });
  return Object.keys(errors).length === 0
    ? { ok: true, about, form, reason }
    : { ok: false, errors };
}

const NUMBER = "This has to be a whole number.";
const REMINDERS = "Enter whole hours with commas between them, for example 2, 6, 14.";

function wholeIn(view: SubmittedView, blockId: string): number | null {
  const typed = typedIn(view, blockId).trim();
  return /^[0-9]{1,4}$/.test(typed) ? Number(typed) : null;
}

function remindersIn(view: SubmittedView): number[] {
  const typed = typedIn(view, block.reminders).trim();
  if (typed === "") return [];
  return typed
    .split(",")
    .map((each) => (/^[0-9]{1,4}$/.test(each.trim()) ? Number(each.trim()) : Number.NaN));
}

/** The field of a fault in the document that the form makes. */
export function blockOfPolicyFault(at: readonly (string | number)[], rules: number): string {
  const [, rule] = at;
  switch (at.find((part) => typeof part === "string" && part !== "rules")) {
    case "approvalsRequired":
      return rule === 0 && rules > 1 ? block.destinationQuorum : block.quorum;
    case "groups":
      return block.groups;
    case "coolDownHours":
      return block.coolDown;
    case "expiresInHours":
      return block.expiry;
    case "remindAfterHours":
      return block.reminders;
    default:
      return block.approvers;
  }
}
