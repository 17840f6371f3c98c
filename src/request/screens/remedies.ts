import type {
  BlockButtonAction,
  Middleware,
  SlackActionMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from "@slack/bolt";
import { openView } from "../../platform/slack/intake/open-view.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import type { Context } from "../context.ts";
import { confirmRemedy, proposeRemedy } from "../decide-request.ts";
import { findFreeze } from "../queries/freezes.ts";
import type { TwoPersonRemedy } from "../rules/remedy.ts";
import { agreeModal, readAgreeModal } from "./agree-modal.ts";
import { refusalMessage } from "./refusals.ts";
import { readRemedyModal, remedyModal } from "./remedy-modal.ts";
import { clickOf } from "./request-views.ts";
import { decisionAnswer, proposalAnswer } from "./review.ts";
import { GONE, refusalNow, whoseRequest } from "./whose-request.ts";

type ButtonListener = Middleware<SlackActionMiddlewareArgs<BlockButtonAction>>;
type SubmitListener = Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>>;

/** Opens what an approver may propose about a whitelisting whose outcome nobody knows. */
export function openRemedy(context: Context, type: TwoPersonRemedy["type"]): ButtonListener {
  return async ({ action, body, respond, client }) => {
    const found = await whoseRequest(context, body, action.value);
    if (!found) return void (await respond(privately(GONE)));
    const { request, by, standing, roster } = found;
    // What is wrong with an id is told in the view.
    const remedy = type === "enter-id" ? { type, serviceId: "?" } : { type };
    const proposal = { type: "propose-remedy", by, standing, remedy } as const;
    const refusal = await refusalNow(context, request, proposal, roster);
    if (refusal) return void (await respond(privately(refusalMessage({ refusal, request }))));
    const { frozen } = await findFreeze(context.db, request.workspaceId);
    await openView(client, body, remedyModal({ request, type, frozen }));
  };
}

export function submitRemedy(context: Context): SubmitListener {
  return async ({ view, body, ack }) => {
    const read = readRemedyModal(view);
    if (!read) return ack();
    if (!read.ok) return ack({ response_action: "errors", errors: read.errors });
    const { requestId } = read.request;
    const applied = await proposeRemedy(context, {
      ...clickOf(body),
      requestId,
      remedy: read.remedy,
    });
    await ack(proposalAnswer(applied, read.remedy));
  };
}

/** Opens exactly the remedy that stands proposed, for a second approver. */
export function openAgreement(context: Context): ButtonListener {
  return async ({ action, body, respond, client }) => {
    const found = await whoseRequest(context, body, action.value);
    if (!found) return void (await respond(privately(GONE)));
    const { request, by, standing, roster } = found;
    const proposed = request.state.status === "needs-a-person" ? request.state.remedy : undefined;
    const refusal = proposed
      ? await refusalNow(
          context,
          request,
          {
            type: "confirm-remedy",
            by,
            standing,
            remedy: proposed.remedy,
            // Judged when the agreement is submitted: nothing is carried out here.
            proposers: new Map([[proposed.by, "active"]]),
          },
          roster,
        )
      : "not-now";
    if (refusal) return void (await respond(privately(refusalMessage({ refusal, request }))));
    if (!proposed) return;
    const { frozen } = await findFreeze(context.db, request.workspaceId);
    await openView(client, body, agreeModal({ request, proposed, frozen }));
  };
}

export function submitAgreement(context: Context): SubmitListener {
  return async ({ view, body, ack }) => {
    const read = readAgreeModal(view);
    if (!read) return ack();
    const { requestId } = read.request;
    const applied = await confirmRemedy(context, {
      ...clickOf(body),
      requestId,
      remedy: read.remedy,
    });
    await ack(decisionAnswer(applied, "Not agreed"));
  };
}
