import type { ModalView, RichTextSection } from "@slack/types";
import type { Roster } from "../../authority/roster.ts";
import type { Catalogue } from "../../platform/rail-api/rail-api.ts";
import type { callback } from "../../platform/slack/blocks/ids.ts";
import { modal } from "../../platform/slack/blocks/modal.ts";
import {
  bold,
  lines,
  quote,
  richText,
  warningLine,
} from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import type { Context } from "../../request/context.ts";
import { findPolicy } from "../../request/queries/companies.ts";
import type { Policy } from "../../request/rules/approval/policy.ts";
import type { PolicyDocument } from "../../request/rules/approval/policy-document.ts";
import type { ReviewedDraft } from "../../request/screens/submit-draft.ts";
import { code } from "../../request/words.ts";
import { livingApprovers } from "../rules/living-quorum.ts";
import type { PolicyAnswer } from "../save-policy.ts";
import {
  pendingSentence,
  policyDifferenceList,
  REVIEW_ROOM,
  wideningLines,
} from "./policy-difference-rows.ts";

/** Which form led to it: each has its own right to be submitted. */
type ReviewId = (typeof callback)["reviewPolicyForm" | "reviewPolicyText"];

export interface PolicyReview extends ReviewedDraft {
  before: Policy;
  after: PolicyDocument;
  living: Roster;
  /** Assets and networks of its conditions that Signalbox does not know. */
  unknown: readonly string[];
  requesterId: string;
  reason: string;
}

/** The review of a drafted policy against the one in force. */
export async function policyReview(
  { db, catalogue }: Pick<Context, "db" | "catalogue">,
  id: ReviewId,
  { draftId, digest, document, living }: Extract<PolicyAnswer, { how: "drafted" }>,
  { workspaceId, ...asked }: { workspaceId: string; requesterId: string; reason: string },
): Promise<ModalView> {
  const before = await findPolicy(db, workspaceId);
  const draft = { draftId, draftDigest: digest };
  const unknown = unknownCodes(document, catalogue);
  return policyReviewModal(id, { ...draft, before, after: document, living, unknown, ...asked });
}

/**
 * The changes before they are asked for, and how many people could approve under each rule now. Submitting it asks the
 * approvers of the policy in force.
 */
export function policyReviewModal(id: ReviewId, props: PolicyReview): ModalView {
  const { draftId, draftDigest, before, after, unknown, requesterId, reason } = props;
  const warnings = [
    ...wideningLines(before, after, requesterId, REVIEW_ROOM.most),
    ...unknownLines(unknown),
  ];
  return modal({
    id: id,
    title: "What would change",
    submit: "Send for approval",
    carries: { draftId, draftDigest } satisfies ReviewedDraft,
    blocks: [
      richText(
        [bold(`Policy version ${before.version} → ${before.version + 1}`)],
        ...policyDifferenceList(before, after, REVIEW_ROOM),
      ),
      warnings.length > 0 && richText(...warnings),
      richText(livingLines(props)),
      richText(["Reason:"], quote(shortened(reason, 1_000, "(none)"))),
      richText([`The approvers of the current policy decide. ${pendingSentence(before, after)}`]),
    ],
  });
}

/** A code that is spelt wrongly matches nothing, so another rule than people think would decide. */
function unknownCodes({ rules }: PolicyDocument, known: Catalogue): string[] {
  const assets = new Set([...known.fiatAssets, ...known.stablecoins]);
  const networks = new Set(known.networks.map(({ id }) => id));
  const codes = rules.flatMap(({ when }) => [
    ...(when.assets ?? []).filter((each) => !assets.has(each)),
    ...(when.networks ?? []).filter((each) => !networks.has(each)),
  ]);
  return [...new Set(codes)];
}

const MOST_CODES = 8;

const unknownLines = (codes: readonly string[]): RichTextSection[] =>
  codes.length === 0
    ? []
    : [
        warningLine(
          `Signalbox knows no ${codes.slice(0, MOST_CODES).map(code).join(", ")}. Check the spelling, capitals too: a rule for what does not exist never decides.`,
        ),
      ];

function livingLines({ after, living }: PolicyReview): RichTextSection {
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
