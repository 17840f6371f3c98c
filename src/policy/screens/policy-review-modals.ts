import type { ModalView, RichTextBlock, RichTextSection } from "@slack/types";
import type { Roster } from "../../authority/roster.ts";
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
import type { Policy } from "../../request/rules/approval/policy.ts";
import type { PolicyDocument } from "../../request/rules/approval/policy-document.ts";
import type { PolicyForm } from "../../request/rules/approval/usual-policy.ts";
import { toPolicyForm } from "../../request/rules/approval/usual-policy.ts";
import { livingApprovers } from "../rules/living-quorum.ts";
import { policyDifferenceList, wideningLines } from "./policy-difference-rows.ts";

interface Review {
  draftId: string;
  draftDigest: string;
  before: Policy;
  reason: string;
}

/** The changes before they are asked for. Submitting it asks the approvers of the policy in force. */
function reviewModal(
  id: string,
  { draftId, draftDigest, reason }: Review,
  blocks: readonly RichTextBlock[],
): ModalView {
  return {
    type: "modal",
    callback_id: id,
    private_metadata: JSON.stringify({ draftId, draftDigest }),
    title: plain("What would change"),
    submit: plain("Ask for approval"),
    close: plain("Back"),
    blocks: [
      ...blocks,
      richText(lines(["Reason:"]), quote(shortened(reason, 1_000, "(none)"))),
      richText(
        lines([
          "The approvers of the current policy decide. Pending requests keep their own rules. Approvers who are no longer named no longer count.",
        ]),
      ),
    ],
  };
}

const versions = ({ version }: Policy) => [bold(`Policy version ${version} → ${version + 1}`)];

export interface PolicyFormReview extends Review {
  form: PolicyForm;
}

export function policyFormReviewModal(props: PolicyFormReview): ModalView {
  const { before, form } = props;
  const former = toPolicyForm(before);
  const changes = former
    ? differences(former, form)
    : [
        [`All ${counted(before.rules.length, "rule")} of it go. In their place:`],
        ...differences(NOTHING, form),
      ];
  const blocks = [richText(lines(versions(before), ...changes))];
  return reviewModal(callback.reviewPolicyForm, props, blocks);
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
  return remindAfterHours.length === 0 ? "2, 6, then daily" : remindAfterHours.join(", ");
}

export interface PolicyTextReview extends Review {
  after: PolicyDocument;
  living: Roster;
  requesterId: string;
}

const MOST_NAMED = 30;
/** A view may be larger than a message; the card of the request shows less. In characters of JSON. */
const SIZE = 60_000;

/** The changes, and how many people could approve under each rule now. */
export function policyTextReviewModal(props: PolicyTextReview): ModalView {
  const { before, after, requesterId } = props;
  const warnings = wideningLines(before, after, requesterId, MOST_NAMED);
  const changes = policyDifferenceList(before, after, { most: MOST_NAMED, size: SIZE });
  return reviewModal(callback.reviewPolicyText, props, [
    richText(lines(versions(before)), ...changes),
    ...(warnings.length === 0 ? [] : [richText(...warnings)]),
    richText(livingLines(props)),
  ]);
}

function livingLines({ after, living }: PolicyTextReview): RichTextSection {
  return lines(
    [bold("Approvers under each rule now:")],
    ...after.rules.map((rule) => {
      const { active } = livingApprovers(rule, living);
      return [
        `“${shortened(rule.name, 60)}”: ${active.length} can approve, ${rule.approvalsRequired} needed`,
      ];
    }),
  );
}
