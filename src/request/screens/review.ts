import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import type { MiddleGroup } from "../../platform/payment-details/middle-group.ts";
import { printedText } from "../../platform/payment-details/payment-detail.ts";
import { parsedJson } from "../../platform/process/json.ts";
import { input, plain } from "../../platform/slack/blocks/blocks.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { action, block, callback } from "../../platform/slack/blocks/ids.ts";
import { bold, lines, richText, warningLine } from "../../platform/slack/blocks/rich-text.ts";
import type { SubmittedView } from "../../platform/slack/blocks/state.ts";
import { typedIn } from "../../platform/slack/blocks/state.ts";
import type { SubmitListener } from "../../platform/slack/intake/listeners.ts";
import type { Applied } from "../apply-command.ts";
import type { ButtonValue } from "../card/button-value.ts";
import { buttonValueSchema, toButtonValue } from "../card/button-value.ts";
import { valueName } from "../card/change-words.ts";
import { digestBlock, IN_A_REVIEW, requestBody } from "../card/request-body.ts";
import type { RequestFacts } from "../card/request-facts.ts";
import { requestFacts } from "../card/request-facts.ts";
import { kindOf } from "../change-kind.ts";
import type { Context } from "../context.ts";
import { approveRequest, questionFor } from "../decide-request.ts";
import type { Subject } from "../rules/change.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import { paymentDetailOf } from "../rules/destination.ts";
import { subjectOf } from "../rules/kind-rules.ts";
import { titled } from "../words.ts";
import { decisionAnswer, errorAt, GROUP_MISSING, wrongAnswerText } from "./refusals.ts";
import { clickOf, opensView } from "./whose-request.ts";

export interface ReviewRequestModal extends RequestFacts {
  /** Which group of the value this approver has to type; never what stands in it. */
  question: Pick<MiddleGroup, "challenge"> | null;
  /** It was not asked for, or another one was, when this view was opened. */
  isAskedAnew?: boolean;
}

/** The full facts for one approver. Submitting it is the approval, of exactly the digest it shows. */
export function reviewRequestModal({
  question,
  isAskedAnew = false,
  ...facts
}: ReviewRequestModal): ModalView {
  const { request } = facts;
  const asked = question?.challenge ?? null;
  const subject = subjectOf(request);
  return {
    type: "modal",
    callback_id: callback.reviewRequest,
    private_metadata: JSON.stringify({ request: toButtonValue(request), asked } satisfies Metadata),
    title: plain(titled(`Approve ${numberOf(request)}`, request.content.connection.environment)),
    submit: plain("Approve"),
    close: plain("Back"),
    blocks: [
      ...(isAskedAnew ? [richText(warningLine(ASKED_ANEW))] : []),
      ...requestBody(facts, IN_A_REVIEW),
      digestBlock(request),
      richText(
        lines([
          bold("Approve is your approval of exactly this."),
          ` ${kindOf(request.content.change).words.noWayBack}`,
        ]),
      ),
      ...(asked === null || !subject ? [] : [questionInput(subject, asked)]),
    ],
  };
}

const ASKED_ANEW =
  "nothing is approved yet. What is known has changed since you opened this: read it again, and type the group that is asked for below.";

/** Longer than any group, so that a person who pastes a whole value is told so, instead of the first letters counting. */
const LONGEST_ANSWER = 300;

function questionInput({ details }: Subject, asked: number): KnownBlock {
  const first = (asked - 1) * GROUP + 1;
  const last = Math.min(asked * GROUP, printedText(paymentDetailOf(details)).length);
  return input(
    blockOf(asked),
    `Group ${asked} of the ${valueName(details)}, from your own records`,
    { type: "plain_text_input", action_id: action.value, max_length: LONGEST_ANSWER },
    {
      hint: `Characters ${first} to ${last}, blanks not counted. Not from this screen: from the contract, the invoice you trust, or by calling the payee on a number you already have. Three wrong answers end your attempt.`,
    },
  );
}

const GROUP = 4;
const blockOf = (asked: number): string => `${block.middleGroup}${asked}`;

interface Metadata {
  request: ButtonValue;
  asked: number | null;
}

const schema = z.strictObject({
  request: buttonValueSchema,
  asked: z.int().positive().nullable(),
});

export interface SubmittedReview extends Metadata {
  /** The text typed for the group that was asked for; null when none was. */
  typed: string | null;
  /** The block that shows a fault of it. */
  block: string | null;
}

/** Undefined when the view is not one of ours. */
export function readReviewRequest(view: SubmittedView): SubmittedReview | undefined {
  const metadata = schema.safeParse(parsedJson(view.private_metadata)).data;
  if (!metadata) return undefined;
  const { asked } = metadata;
  if (asked === null) return { ...metadata, typed: null, block: null };
  return { ...metadata, typed: typedIn(view, blockOf(asked)), block: blockOf(asked) };
}

/** Opens the full facts for whoever may approve; everyone else is told at once why not. */
export const reviewRequest = (context: Context) =>
  opensView(context, {
    command: ({ by, standing, shownDigest: digest }) => ({
      ...{ type: "approve", by, standing, digest },
      // The group of the value is asked for in the view.
      ...{ check: null, answer: { asked: null, typed: null } },
    }),
    view: ({ request, by }) => reviewView(context, request, by),
  });

/** Submitting the review is the approval, of the digest that it showed, with the group that it asked for. */
export function submitApproval(context: Context): SubmitListener {
  return async ({ view, body, ack }) => {
    const shown = readReviewRequest(view);
    if (!shown) return ack();
    const { request, asked, typed } = shown;
    const click = { ...clickOf(body), requestId: request.requestId };
    const applied = await approveRequest(context, {
      ...click,
      digest: request.digest,
      asked,
      typed,
    });
    await ack(await approvalAnswer(context, applied, shown, body.user.id));
  };
}

type Answering = Pick<Context, "db" | "messenger" | "clock">;

/** All that one approver is shown before they approve, and the group of the value that they have to type. */
export async function reviewView(
  context: Answering,
  request: ChangeRequest,
  by: string,
): Promise<ModalView> {
  const question = await questionFor(context, request, by);
  return reviewRequestModal({ ...(await requestFacts(context, request)), question });
}

/** The answer to a submitted review; undefined closes it. */
export async function approvalAnswer(
  context: Answering,
  applied: Applied,
  { block, asked }: SubmittedReview,
  by: string,
) {
  if (applied.ok || !applied.request) return decisionAnswer(applied, "Not approved");
  const { refusal, request } = applied;
  if (refusal === "wrong-answer" && block !== null) {
    return errorAt(block, wrongAnswerText(request, by));
  }
  if (refusal === "answer-missing") {
    const question = await questionFor(context, request, by);
    if (block !== null && question?.challenge === asked) return errorAt(block, GROUP_MISSING);
    const facts = await requestFacts(context, request);
    const view = checkedView(reviewRequestModal({ ...facts, question, isAskedAnew: true }));
    return { response_action: "update", view } as const;
  }
  return decisionAnswer(applied, "Not approved");
}
