import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import type { Pins } from "../../authority/pins.ts";
import { parsedJson } from "../../platform/process/json.ts";
import { input, section } from "../../platform/slack/blocks/blocks.ts";
import { action, block, callback } from "../../platform/slack/blocks/ids.ts";
import { multiSelect } from "../../platform/slack/blocks/inputs.ts";
import { modal } from "../../platform/slack/blocks/modal.ts";
import type { Part } from "../../platform/slack/blocks/parts.ts";
import { reasonIn, reasonInput } from "../../platform/slack/blocks/reason-field.ts";
import type { Filled, SubmittedView } from "../../platform/slack/blocks/state.ts";
import { faultsOnly, typedIn } from "../../platform/slack/blocks/state.ts";
import type { GroupsOffered } from "../../platform/slack/user-groups.ts";
import { counted } from "../../platform/text/times.ts";
import { pinnedBlocks } from "../../request/pin-words.ts";
import type { PolicyForm } from "../../request/rules/approval/usual-policy.ts";
import {
  approversIn,
  approversInput,
  coolDownInput,
  expiryInput,
  GROUPS_HINT,
  groupOptions,
  NUMBER,
  quorumInput,
  remindersInput,
  timesIn,
  wholeIn,
  wholeInput,
} from "./rule-fields.ts";

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
  const { askedIn, from, isChange, keptGroups, form, hiddenRules, focus, pins } = props;
  const { approvers, coolDownHours, expiresInHours, remindAfterHours } = form;
  return modal({
    id: callback.policyForm,
    title: "Approval rules",
    submit: isChange ? "Review" : "Save",
    carries: { askedIn, from, isChange, keptGroups } satisfies PolicyMetadata,
    blocks: [
      hiddenRules !== 0 && section(replacesText(hiddenRules)),
      ...pinnedBlocks(pins),
      approversInput(approvers, focus === "approvers"),
      ...groupBlocks(props),
      quorumInput(form.approvalsRequired, focus === "quorum"),
      input(
        block.destinationQuorum,
        "How many for destinations, if different",
        wholeInput(form.destinationApprovalsRequired, 1),
        {
          optional: true,
          hint: "For whitelisting, importing and retiring wallets and bank accounts.",
        },
      ),
      coolDownInput(coolDownHours),
      expiryInput(expiresInHours),
      remindersInput(remindAfterHours),
      isChange && reasonInput(),
    ],
  });
}

function replacesText(rules: number): string {
  return `The current policy has ${counted(rules, "rule")} of its own, which this form cannot show. This form would replace all of them. To change only some, edit the policy as text instead.`;
}

function groupBlocks({ form, groups }: PolicyModal): Part<KnownBlock>[] {
  if (!groups.ok) return [section(NO_GROUPS[groups.because])];
  if (groups.groups.length === 0) return form.groups.length === 0 ? [] : [section(GONE)];
  const options = groupOptions(groups.groups);
  const isAllThere = form.groups.every((each) => groups.groups.some(({ id }) => id === each));
  return [
    input(block.groups, "User groups", multiSelect(options, form.groups, "Choose user groups"), {
      optional: true,
      hint: GROUPS_HINT,
    }),
    !isAllThere && section(GONE),
    groups.left > 0 &&
      section(
        `${groups.left} more user groups are not offered here. Name them in the policy as text.`,
      ),
  ];
}

const GONE = "A user group named now no longer exists, or cannot be offered. Saving removes it.";

export const NO_GROUPS: Record<Extract<GroupsOffered, { ok: false }>["because"], string> = {
  "missing-scope":
    "User groups cannot be named: the app was installed without the permission to read them (usergroups:read).",
  "no-user-groups": "User groups cannot be named: this workspace's plan of Slack has none.",
  unavailable:
    "Slack does not show the user groups at the moment. Groups that are named now stay as they are.",
};

/** The form carries this along unseen. It gives nobody any right. */
const metadata = z.strictObject({
  askedIn: z.string().min(1).max(255),
  /** The version that it was begun from. */
  from: z.int().nonnegative(),
  /** The workspace was set up before: the approvers decide. */
  isChange: z.boolean(),
  /** User groups that are named, where the form could not offer any. */
  keptGroups: z.array(z.string().max(30)).max(50).readonly(),
});

type PolicyMetadata = z.output<typeof metadata>;

/** Throws a ZodError when the view is not one of ours. */
export function readPolicyModal(
  view: SubmittedView,
): Filled<{ about: PolicyMetadata; form: PolicyForm; reason: string }> {
  const about = metadata.parse(parsedJson(view.private_metadata));
  const values = view.state.values;
  const groups = values[block.groups]?.[action.value]?.selected_options;
  const { times, faults } = timesIn(view);
  const forDestinations = wholeIn(view, block.destinationQuorum);
  const isRead = forDestinations !== null || typedIn(view, block.destinationQuorum).trim() === "";
  const form: PolicyForm = {
    ...times,
    approvers: approversIn(view),
    groups: groups?.map(({ value }) => value ?? "") ?? about.keptGroups,
    destinationApprovalsRequired: forDestinations,
  };
  const read = reasonIn(view, {}, about.isChange);
  const errors = {
    ...faultsOnly({ ...faults, [block.destinationQuorum]: isRead ? undefined : NUMBER }),
    ...(!read.ok && read.errors),
  };
  return read.ok && Object.keys(errors).length === 0
    ? { ...read, about, form }
    : { ok: false, errors };
}

/** The field of a fault in the document that the form makes. */
export function blockOfPolicyFault(at: readonly (string | number)[], rules: number): string {
  const [, rule] = at;
  const part = at.find((each) => typeof each === "string" && each !== "rules");
  if (part === "approvalsRequired" && rule === 0 && rules > 1) return block.destinationQuorum;
  return FIELDS[String(part)] ?? block.approvers;
}

const FIELDS: Partial<Record<string, string>> = {
  approvalsRequired: block.quorum,
  groups: block.groups,
  coolDownHours: block.coolDown,
  expiresInHours: block.expiry,
  remindAfterHours: block.reminders,
};
