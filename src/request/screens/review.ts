import type { ModalView } from "@slack/types";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { block as ids } from "../../platform/slack/blocks/ids.ts";
import { refusalModal } from "../../platform/slack/blocks/notice-modal.ts";
import type { Applied } from "../apply-command.ts";
import { requestFacts } from "../card/request-facts.ts";
import type { Context } from "../context.ts";
import { questionFor } from "../decide-request.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import type { TwoPersonRemedy } from "../rules/remedy.ts";
import { GROUP_MISSING, refusalSentence, wrongAnswerText } from "./refusals.ts";
import type { SubmittedReview } from "./review-request-modal.ts";
import { reviewRequestModal } from "./review-request-modal.ts";
import { refusalAnswer } from "./withdraw.ts";

type Deps = Pick<Context, "db" | "transaction" | "messenger" | "clock">;

/** All that one approver is shown before they approve, and the group of the value that they have to type. */
export async function reviewView(
  deps: Deps,
  request: ChangeRequest,
  by: string,
): Promise<ModalView> {
  const question = await questionFor(deps, request, by);
  return reviewRequestModal({ ...(await requestFacts(deps, request)), question });
}

/** What a submitted review is answered with; undefined closes it. */
export async function approvalAnswer(
  deps: Deps,
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
    const question = await questionFor(deps, request, by);
    if (block !== null && question?.challenge === asked) return errorAt(block, GROUP_MISSING);
    const facts = await requestFacts(deps, request);
    const view = checkedView(reviewRequestModal({ ...facts, question, isAskedAnew: true }));
    return { response_action: "update", view } as const;
  }
  return decisionAnswer(applied, "Not approved");
}

/** The same for a proposed remedy: what is wrong with an id is told under its field. */
export function proposalAnswer(applied: Applied, { type }: TwoPersonRemedy) {
  const isOfId =
    !applied.ok && (applied.refusal === "id-taken" || applied.refusal === "id-contradicted");
  return isOfId && type === "enter-id"
    ? errorAt(ids.enteredId, refusalSentence(applied.refusal))
    : decisionAnswer(applied, "Not proposed");
}

function errorAt(block: string, error: string) {
  return { response_action: "errors", errors: { [block]: error } } as const;
}

/** Closes the view; a refusal takes its place, with the reason. */
export function decisionAnswer(applied: Applied, title: string) {
  const message = applied.ok ? undefined : refusalAnswer(applied);
  if (!message) return undefined;
  const view = checkedView(refusalModal({ title, message }));
  return { response_action: "update", view } as const;
}
