import type { BlockButtonAction, Middleware, SlackActionMiddlewareArgs } from "@slack/bolt";
import { decide } from "../../domain/decide.ts";
import type { ApprovalCommand } from "../../domain/decide-approval.ts";
import { withdrawRequest } from "../../services/decide-request.ts";
import { requestFacts } from "../../services/request-facts.ts";
import { requestAnswer } from "../answers/show.ts";
import { refusalAnswer } from "../answers/withdraw.ts";
import { readButtonValue } from "../button-value.ts";
import { note } from "../messages/note.ts";
import { refusalMessage } from "../messages/refusals.ts";
import { openView } from "../open-view.ts";
import { denyModal } from "../views/deny-modal.ts";
import { reviewRequestModal } from "../views/review-request-modal.ts";
import { deliveryOf, workspaceOf } from "./delivery.ts";
import type { ListenerDeps } from "./deps.ts";
import { privately } from "./privately.ts";

type ButtonListener = Middleware<SlackActionMiddlewareArgs<BlockButtonAction>>;

/** Opens the full facts for whoever may approve; everyone else is told at once why not. */
export function reviewRequest(deps: ListenerDeps): ButtonListener {
  return async ({ action, body, respond, client }) => {
    const found = await whoseRequest(deps, body, action.value);
    if (!found) return void (await respond(privately(GONE)));
    const { request, by, standing, shownDigest } = found;
    const refusal = await refusalNow(deps, request, {
      type: "approve",
      by,
      standing,
      digest: shownDigest,
    });
    if (refusal) return void (await respond(privately(refusalMessage({ refusal, request }))));
    const view = reviewRequestModal(await requestFacts(deps, request));
    await openView(client, body.trigger_id, view);
  };
}

/** Asks an approver for the reason of a denial. */
export function denyRequestButton(deps: ListenerDeps): ButtonListener {
  return async ({ action, body, respond, client }) => {
    const found = await whoseRequest(deps, body, action.value);
    if (!found) return void (await respond(privately(GONE)));
    const { request, by, standing } = found;
    const refusal = await refusalNow(deps, request, { type: "deny", by, standing, reason: "" });
    if (refusal) return void (await respond(privately(refusalMessage({ refusal, request }))));
    await openView(client, body.trigger_id, denyModal({ request }));
  };
}

export function withdrawRequestButton(deps: ListenerDeps): ButtonListener {
  return async ({ action, body, ack, respond }) => {
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

const GONE = note("There is no such request any more.");

/** Nothing that a button carries is trusted: the request is read again, and so is who pressed. */
async function whoseRequest(
  deps: Pick<ListenerDeps, "store" | "people">,
  body: BlockButtonAction,
  value: string | undefined,
) {
  const shown = readButtonValue(value);
  const workspaceId = workspaceOf(body);
  const request =
    shown && (await deps.store.findRequest({ workspaceId, requestId: shown.requestId }));
  if (!request) return undefined;
  const by = body.user.id;
  const standing = await deps.people.standingOf(workspaceId, by);
  return { request, by, standing, shownDigest: shown.digest };
}

/** Why this would be refused now; undefined when it would not. */
async function refusalNow(
  { store, clock }: Pick<ListenerDeps, "store" | "clock">,
  request: Parameters<typeof decide>[1],
  command: ApprovalCommand,
) {
  const decision = decide(command, request, {
    now: clock(),
    policy: await store.currentPolicy(request.workspaceId),
    connection: await store.currentConnection(request.workspaceId),
  });
  return decision.ok ? undefined : decision.refusal;
}
