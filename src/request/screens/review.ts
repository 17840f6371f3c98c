import type { ModalView } from "@slack/types";
import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { actions, button } from "../../platform/slack/blocks/blocks.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { action, callback, block as ids } from "../../platform/slack/blocks/ids.ts";
import { bold, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { SubmittedView } from "../../platform/slack/blocks/state.ts";
import { clickOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import type { Applied } from "../apply-command.ts";
import { buttonValue, buttonValueSchema, toButtonValue } from "../card/button-value.ts";
import { IN_A_REVIEW, requestBody } from "../card/request-body.ts";
import type { RequestFacts } from "../card/request-facts.ts";
import { requestFacts } from "../card/request-facts.ts";
import { kindOf } from "../change-kind.ts";
import type { Context } from "../context.ts";
import { approveRequest, questionFor } from "../decide-request.ts";
import { CHECKED_IN } from "../rules/approval/checked-in.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import { checkValueModal, readCheckedValue } from "./check-value.ts";
import { decisionAnswer, errorAt, GROUP_MISSING, wrongAnswerText } from "./refusals.ts";
import { requestModal } from "./request-modal.ts";
import { openAbout } from "./whose-request.ts";

export interface ReviewRequestModal extends RequestFacts {
  /** What this approver typed and chose in the step before; null if nothing was asked. */
  answer: Metadata["answer"];
}

/** The full facts for one approver. Submitting it approves exactly the digest that it carries. */
export function reviewRequestModal({ answer, ...facts }: ReviewRequestModal): ModalView {
  const { request } = facts;
  return requestModal({
    ...{ request, id: callback.reviewRequest, submit: "Approve" },
    title: `Approve ${numberOf(request)}`,
    saysEnvironment: true,
    carries: { request: toButtonValue(request), answer } satisfies Metadata,
    blocks: [
      ...requestBody(facts, IN_A_REVIEW, "review"),
      richText([
        bold("You approve exactly what is shown."),
        ` ${kindOf(request.content.change).words.noWayBack}`,
      ]),
      actions(button("Details", action.showHistory, buttonValue(request))),
    ],
  });
}

const schema = z.strictObject({
  request: buttonValueSchema,
  answer: z
    .strictObject({
      asked: z.int().positive(),
      typed: z.string(),
      checkedIn: z.enum(CHECKED_IN),
    })
    .nullable(),
});

type Metadata = z.output<typeof schema>;

/** Undefined when the view is not one of ours. */
export function readReviewRequest(
  view: Pick<SubmittedView, "private_metadata">,
): Metadata | undefined {
  return schema.safeParse(parsedJson(view.private_metadata)).data;
}

/** Opens the first step for a person who may approve; tells everybody else at once why not. */
export const reviewRequest = (context: Context, args: ButtonArgs) =>
  openAbout(context, args, {
    command: ({ by, shownDigest: digest }) => ({
      ...{ type: "approve", by, digest },
      // The group of the value is asked for in the view.
      ...{ check: null, answer: { asked: null, typed: null } },
    }),
    view: ({ request, by }) => firstStep(context, request, by),
  });

type Reading = Pick<Context, "db" | "messenger" | "clock">;

/** Asks for characters of the value if that is needed, and otherwise shows everything at once. */
export async function firstStep(
  context: Reading,
  request: ChangeRequest,
  by: string,
  isAskedAnew = false,
): Promise<ModalView> {
  const question = await questionFor(context, request, by);
  return question
    ? checkValueModal({ request, question, isAskedAnew })
    : reviewRequestModal({ ...(await requestFacts(context, request)), answer: null });
}

/** The right characters lead on to the review. */
export async function submitCheckedValue(context: Context, { view, body, ack }: SubmitArgs) {
  const read = readCheckedValue(view);
  if (!read) return ack();
  const { asked, typed, checkedIn, request, block } = read;
  if (!checkedIn) return ack(errorAt(ids.checkedIn, "Choose where you checked them."));
  const click = { ...clickOf(body), requestId: request.requestId, digest: request.digest };
  const answer = { asked, typed, checkedIn };
  const applied = await approveRequest(context, { ...click, ...answer, isForAnswer: true });
  const refused = await refusedAnswer(context, applied, { block, asked, by: body.user.id });
  if (!applied.ok || refused) return ack(refused);
  const facts = await requestFacts(context, applied.request);
  const next = checkedView(reviewRequestModal({ ...facts, answer }));
  return ack({ response_action: "update", view: next });
}

/** Submitting the review approves the digest that it showed, with what was typed before. */
export async function submitApproval(context: Context, { view, body, ack }: SubmitArgs) {
  const shown = readReviewRequest(view);
  if (!shown) return ack();
  const { requestId, digest } = shown.request;
  const { asked, typed, checkedIn } = shown.answer ?? NOTHING_ASKED;
  const click = { ...clickOf(body), requestId, digest };
  const applied = await approveRequest(context, { ...click, asked, typed, checkedIn });
  await ack(await refusedAnswer(context, applied, { block: null, asked, by: body.user.id }));
}

const NOTHING_ASKED = { asked: null, typed: null, checkedIn: null };

/** The refused answer to one of the two steps; undefined closes the view. */
async function refusedAnswer(
  context: Reading,
  applied: Applied,
  { block, asked, by }: { block: string | null; asked: number | null; by: string },
) {
  if (applied.ok || !applied.request) return decisionAnswer(applied, "Not approved");
  const { refusal, request } = applied;
  if ((refusal === "wrong-answer" || refusal === "case-slip") && block !== null) {
    return errorAt(block, wrongAnswerText(request, by, refusal));
  }
  if (refusal === "answer-missing") {
    const question = await questionFor(context, request, by);
    if (block !== null && question?.challenge === asked) return errorAt(block, GROUP_MISSING);
    const view = checkedView(await firstStep(context, request, by, true));
    return { response_action: "update", view } as const;
  }
  return decisionAnswer(applied, "Not approved");
}
