import type { ModalView } from "@slack/types";
import { plain } from "../../platform/slack/blocks/blocks.ts";
import { callback } from "../../platform/slack/blocks/ids.ts";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import {
  bold,
  lines,
  mentions,
  quote,
  richText,
  userGroups,
} from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { ReviewedDraft } from "../../rail/screens/review-draft-modal.ts";
import type { Policy } from "../../request/rules/approval/policy.ts";
import type { PolicyForm } from "../../request/rules/approval/usual-policy.ts";
import { toPolicyForm } from "../../request/rules/approval/usual-policy.ts";

export interface PolicyFormReview extends ReviewedDraft {
  before: Policy;
  form: PolicyForm;
  reason: string;
}

/** What a filled-in form would change; submitting it asks the approvers of the policy in force. */
export function policyFormReviewModal(props: PolicyFormReview): ModalView {
  const { draftId, draftDigest, before, form, reason } = props;
  const former = toPolicyForm(before);
  return {
    type: "modal",
    callback_id: callback.reviewPolicyForm,
    private_metadata: JSON.stringify({ draftId, draftDigest } satisfies ReviewedDraft),
    title: plain("What would change"),
    submit: plain("Ask for approval"),
    close: plain("Back"),
    blocks: [
      richText(
        lines(
          [bold(`Policy version ${before.version} → ${before.version + 1}`)],
          ...(former
            ? differences(former, form)
            : [
                [`All ${counted(before.rules.length, "rule")} of it go. In their place:`],
                ...whole(form),
              ]),
        ),
      ),
      richText(lines(["Reason:"]), quote(shortened(reason, 1_000, "(none)"))),
      richText(
        lines([
          "The approvers of the policy in force decide. What waits already keeps its own rules, and whoever is no longer named counts no more.",
        ]),
      ),
    ],
  };
}

function whole(form: PolicyForm): Leaf[][] {
  return differences({ ...NOTHING }, form);
}

const NOTHING: PolicyForm = {
  approvers: [],
  groups: [],
  approvalsRequired: 0,
  destinationApprovalsRequired: null,
  coolDownHours: -1,
  expiresInHours: 0,
  remindAfterHours: [],
};

function differences(before: PolicyForm, after: PolicyForm): Leaf[][] {
  const without = (all: readonly string[], those: readonly string[]) =>
    all.filter((each) => !those.includes(each));
  const people = (label: string, ids: readonly string[]): Leaf[][] =>
    ids.length === 0 ? [] : [[bold(`${label}: `), ...mentions(ids)]];
  const groups = (label: string, ids: readonly string[]): Leaf[][] =>
    ids.length === 0 ? [] : [[bold(`${label}: `), ...userGroups(ids)]];
  const turned = (label: string, from: string | null, to: string): Leaf[][] =>
    from === to ? [] : [[bold(`${label}: `), from === null ? to : `${from} → ${to}`]];
  return [
    ...people("Approvers added", without(after.approvers, before.approvers)),
    ...people("Approvers removed", without(before.approvers, after.approvers)),
    ...groups("User groups added", without(after.groups, before.groups)),
    ...groups("User groups removed", without(before.groups, after.groups)),
    ...turned(
      "How many have to approve",
      before.approvalsRequired === 0 ? null : String(before.approvalsRequired),
      String(after.approvalsRequired),
    ),
    ...turned("For destinations", forDestinations(before), forDestinations(after)),
    ...turned(
      "A new destination can be used after",
      before.coolDownHours < 0 ? null : counted(before.coolDownHours, "hour"),
      counted(after.coolDownHours, "hour"),
    ),
    ...turned(
      "A request expires after",
      before.expiresInHours === 0 ? null : counted(before.expiresInHours, "hour"),
      counted(after.expiresInHours, "hour"),
    ),
    ...turned("Reminders after hours", remindersText(before), remindersText(after)),
  ];
}

function forDestinations({ destinationApprovalsRequired }: PolicyForm): string {
  return destinationApprovalsRequired === null ? "the same" : String(destinationApprovalsRequired);
}

function remindersText({ remindAfterHours }: PolicyForm): string {
  return remindAfterHours.length === 0 ? "none" : remindAfterHours.join(", ");
}
