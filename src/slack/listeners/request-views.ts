import type { Middleware, SlackViewMiddlewareArgs, ViewSubmitAction } from "@slack/bolt";
import type { Applied } from "../../services/apply-command.ts";
import { approveRequest, denyRequest } from "../../services/decide-request.ts";
import { refusalAnswer } from "../answers/withdraw.ts";
import { readButtonValue } from "../button-value.ts";
import { checkedView } from "../checked.ts";
import { readDenyModal } from "../views/deny-modal.ts";
import { refusalModal } from "../views/refusal-modal.ts";
import { deliveryOf, workspaceOf } from "./delivery.ts";
import type { ListenerDeps } from "./deps.ts";

type SubmitListener = Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>>;

/** Submitting the review is the approval, of the digest that it showed. */
export function submitApproval(deps: ListenerDeps): SubmitListener {
  return async ({ view, body, ack }) => {
    const shown = readButtonValue(view.private_metadata);
    if (!shown) return ack();
    const { requestId, digest } = shown;
    const applied = await approveRequest(deps, { ...clickOf(body), requestId, digest });
    await ack(answerTo(applied, "Not approved"));
  };
}

export function submitDenial(deps: ListenerDeps): SubmitListener {
  return async ({ view, body, ack }) => {
    const denial = readDenyModal(view);
    if (!denial) return ack();
    if (!denial.ok) return ack({ response_action: "errors", errors: denial.errors });
    const { requestId } = denial.request;
    const applied = await denyRequest(deps, { ...clickOf(body), requestId, reason: denial.reason });
    await ack(answerTo(applied, "Not denied"));
  };
}

function clickOf(body: ViewSubmitAction) {
  return {
    workspaceId: workspaceOf(body),
    by: body.user.id,
    delivery: deliveryOf(body, "effect"),
  };
}

/** Closes the view; a refusal takes its place, with the reason. */
function answerTo(applied: Applied, title: string) {
  const message = applied.ok ? undefined : refusalAnswer(applied);
  if (!message) return undefined;
  const view = checkedView(refusalModal({ title, message }));
  return { response_action: "update", view } as const;
}
