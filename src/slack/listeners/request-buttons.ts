import type { BlockButtonAction, Middleware, SlackActionMiddlewareArgs } from "@slack/bolt";
import { withdrawRequest } from "../../services/decide-request.ts";
import { refusalNow } from "../answers/refusal-now.ts";
import { reviewView } from "../answers/review.ts";
import { requestAnswer } from "../answers/show.ts";
import { refusalAnswer } from "../answers/withdraw.ts";
import { readButtonValue } from "../button-value.ts";
import { refusalMessage } from "../messages/refusals.ts";
import { openView } from "../open-view.ts";
import { denyModal } from "../views/deny-modal.ts";
import { deliveryOf, workspaceOf } from "./delivery.ts";
import type { ListenerDeps } from "./deps.ts";
import { closed, outOfDateCardOf } from "./on-live-card.ts";
import { privately } from "./privately.ts";
import { GONE, whoseRequest } from "./whose-request.ts";

type ButtonListener = Middleware<SlackActionMiddlewareArgs<BlockButtonAction>>;

/** Opens the full facts for whoever may approve; everyone else is told at once why not. */
export function reviewRequest(deps: ListenerDeps): ButtonListener {
  return async ({ action, body, respond, client }) => {
    const found = await whoseRequest(deps, body, action.value);
    if (!found) return void (await respond(privately(GONE)));
    const { request, by, standing, roster, shownDigest: digest } = found;
    // The group of the value is asked for in the view.
    const nothing = { check: null, answer: { asked: null, typed: null } };
    const approve = { type: "approve", by, standing, digest, ...nothing } as const;
    const refusal = await refusalNow(deps, request, approve, roster);
    if (refusal) return void (await respond(privately(refusalMessage({ refusal, request }))));
    await openView(client, body, await reviewView(deps, request, by));
  };
}

/** Asks an approver for the reason of a denial. */
export function denyRequestButton(deps: ListenerDeps): ButtonListener {
  return async ({ action, body, respond, client }) => {
    const found = await whoseRequest(deps, body, action.value);
    if (!found) return void (await respond(privately(GONE)));
    const { request, by, standing, roster } = found;
    const deny = { type: "deny", by, standing, reason: "" } as const;
    const refusal = await refusalNow(deps, request, deny, roster);
    if (refusal) return void (await respond(privately(refusalMessage({ refusal, request }))));
    await openView(client, body, denyModal({ request }));
  };
}

export function withdrawRequestButton(deps: ListenerDeps): ButtonListener {
  return async ({ action, body, ack, respond }) => {
    const outOfDate = await outOfDateCardOf(deps, body, action.value);
    if (outOfDate) {
      await ack();
      return void (await respond(privately(await closed(deps, outOfDate))));
    }
    const requestId = readButtonValue(action.value)?.requestId ?? "";
    const applied = await withdrawRequest(deps, {
      workspaceId: workspaceOf(body),
      requestId,
      by: body.user.id,
      delivery: deliveryOf(body, "effect"),
    });
    await ack();
    const refusal = applied.ok ? undefined : refusalAnswer(applied);
    if (refusal) await respond(privately(refusal));
  };
}

export function showRequest(deps: ListenerDeps): ButtonListener {
  return async ({ action, body, respond }) => {
    const requestId = readButtonValue(action.value)?.requestId ?? "";
    const request = await deps.store.findRequest({ workspaceId: workspaceOf(body), requestId });
    await respond(privately(request ? await requestAnswer(deps, request) : GONE));
  };
}
