import type { Middleware, SlackViewMiddlewareArgs, ViewSubmitAction } from "@slack/bolt";
import { deliveryOf, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { Context } from "../context.ts";
import { approveRequest, denyRequest } from "../decide-request.ts";
import { readDenyModal } from "./deny-modal.ts";
import { approvalAnswer, decisionAnswer } from "./review.ts";
import { readReviewRequest } from "./review-request-modal.ts";

type SubmitListener = Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>>;

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

export function submitDenial(context: Context): SubmitListener {
  return async ({ view, body, ack }) => {
    const denial = readDenyModal(view);
    if (!denial) return ack();
    if (!denial.ok) return ack({ response_action: "errors", errors: denial.errors });
    const { requestId } = denial.request;
    const applied = await denyRequest(context, {
      ...clickOf(body),
      requestId,
      reason: denial.reason,
    });
    await ack(decisionAnswer(applied, "Not denied"));
  };
}

/** Who submitted what, in which delivery. */
export function clickOf(body: ViewSubmitAction) {
  return {
    workspaceId: workspaceOf(body),
    by: body.user.id,
    delivery: deliveryOf(body, "effect"),
  };
}
