import type { BlockButtonAction, Middleware, SlackActionMiddlewareArgs } from "@slack/bolt";
import { deliveryOf, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import { readButtonValue } from "../card/button-value.ts";
import { requestAnswer } from "../card/request-details.ts";
import type { Context } from "../context.ts";
import { withdrawRequest } from "../decide-request.ts";
import { findRequest } from "../queries/requests.ts";
import { denyModal } from "./deny-modal.ts";
import { closed, outOfDateCardOf } from "./on-live-card.ts";
import { refusalNow } from "./refusal-now.ts";
import { refusalMessage } from "./refusals.ts";
import { reviewView } from "./review.ts";
import { GONE, whoseRequest } from "./whose-request.ts";
import { refusalAnswer } from "./withdraw.ts";

type ButtonListener = Middleware<SlackActionMiddlewareArgs<BlockButtonAction>>;

/** Opens the full facts for whoever may approve; everyone else is told at once why not. */
export function reviewRequest(deps: Context): ButtonListener {
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
export function denyRequestButton(deps: Context): ButtonListener {
  return async ({ action, body, respond, client }) => {
    const found = await whoseRequest(deps, body, action.value, true);
    if (!found) return void (await respond(privately(GONE)));
    const { request, by, standing, roster } = found;
    const deny = { type: "deny", by, standing, reason: "" } as const;
    const refusal = await refusalNow(deps, request, deny, roster);
    if (refusal) return void (await respond(privately(refusalMessage({ refusal, request }))));
    await openView(client, body, denyModal({ request }));
  };
}

export function withdrawRequestButton(deps: Context): ButtonListener {
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

export function showRequest(deps: Context): ButtonListener {
  return async ({ action, body, respond }) => {
    const requestId = readButtonValue(action.value)?.requestId ?? "";
    const request = await findRequest(deps.db, { workspaceId: workspaceOf(body), requestId });
    await respond(privately(request ? await requestAnswer(deps, request) : GONE));
  };
}
