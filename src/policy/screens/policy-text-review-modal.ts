import type { ModalView, RichTextSection } from "@slack/types";
import { plain } from "../../platform/slack/blocks/blocks.ts";
import { callback } from "../../platform/slack/blocks/ids.ts";
import { bold, lines, quote, richText } from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import type { ReviewedDraft } from "../../rail/screens/review-draft-modal.ts";
import type { Policy } from "../../request/rules/approval/policy.ts";
import type { PolicyDocument } from "../../request/rules/approval/policy-document.ts";
import type { Living } from "../rules/living-quorum.ts";
import { livingApprovers } from "../rules/living-quorum.ts";
import { policyDifferenceList, wideningLines } from "./policy-difference-rows.ts";

export interface PolicyTextReview extends ReviewedDraft {
  before: Policy;
  after: PolicyDocument;
  living: Living;
  requesterId: string;
  reason: string;
}

const MOST_NAMED = 30;
/** A view may be larger than a message; the card of the request shows less. In characters of JSON. */
const SIZE = 60_000;

/** What the text would change, and who stands behind each rule now; submitting it asks. */
export function policyTextReviewModal(props: PolicyTextReview): ModalView {
  const { draftId, draftDigest, before, after, requesterId, reason } = props;
  const warnings = wideningLines(before, after, requesterId, MOST_NAMED);
  return {
    type: "modal",
    callback_id: callback.reviewPolicyText,
    private_metadata: JSON.stringify({ draftId, draftDigest } satisfies ReviewedDraft),
    title: plain("What would change"),
    submit: plain("Ask for approval"),
    close: plain("Back"),
    blocks: [
      richText(
        lines([bold(`Policy version ${before.version} → ${before.version + 1}`)]),
        ...policyDifferenceList(before, after, { most: MOST_NAMED, size: SIZE }),
      ),
      ...(warnings.length === 0 ? [] : [richText(...warnings)]),
      richText(livingLines(props)),
      richText(lines(["Reason:"]), quote(shortened(reason, 1_000, "(none)"))),
      richText(
        lines([
          "The approvers of the policy in force decide. What waits already keeps its own rules, and whoever is no longer named counts no more.",
        ]),
      ),
    ],
  };
}

function livingLines({ after, living }: PolicyTextReview): RichTextSection {
  return lines(
    [bold("Who stands behind each rule now:")],
    ...after.rules.map((rule) => {
      const { active } = livingApprovers(rule, living);
      return [
        `“${shortened(rule.name, 60)}”: ${active.length} could approve, ${rule.approvalsRequired} must`,
      ];
    }),
  );
}
