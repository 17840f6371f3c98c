import type {
  AllMiddlewareArgs,
  BlockButtonAction,
  Middleware,
  SlackActionMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from "@slack/bolt";
import { remediesFor } from "../../domain/remedies-for.ts";
import { whyNotAnApprover } from "../../domain/why-not-an-approver.ts";
import { linkRail } from "../../services/link-rail.ts";
import { RailApiError } from "../../services/rail-api-error.ts";
import { linkAnswer, linkTroubleAnswer } from "../answers/review.ts";
import { refusalMessage } from "../messages/refusals.ts";
import { openView } from "../open-view.ts";
import { linkRailModal, readLinkRailModal } from "../views/link-rail-modal.ts";
import type { ListenerDeps } from "./deps.ts";
import { privately } from "./privately.ts";
import { clickOf } from "./request-views.ts";
import { GONE, whoseRequest } from "./whose-request.ts";

type ButtonArgs = SlackActionMiddlewareArgs<BlockButtonAction> & AllMiddlewareArgs;

/** Opens the form in which an approver names the Rail; everyone else is told at once why not. */
export function openLinkRail(deps: ListenerDeps): (args: ButtonArgs) => Promise<void> {
  return async ({ action, body, respond, client }) => {
    const found = await whoseRequest(deps, body, action.value);
    if (!found) return void (await respond(privately(GONE)));
    const { request, by, standing } = found;
    const isOffered = remediesFor(request, deps.clock()).includes("link-rail");
    const { rails } = await deps.store.currentPolicies(request.workspaceId);
    const refusal =
      by === request.requestedBy
        ? "second-person-needed"
        : (whyNotAnApprover(by, standing, request, rails) ?? (isOffered ? undefined : "not-now"));
    if (refusal) return void (await respond(privately(refusalMessage({ refusal, request }))));
    await openView(client, body.trigger_id, linkRailModal({ request }));
  };
}

export function submitLinkRail(
  deps: ListenerDeps,
): Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>> {
  return async ({ view, body, ack }) => {
    const read = readLinkRailModal(view);
    if (!read) return ack();
    if (!read.ok) return ack({ response_action: "errors", errors: read.errors });
    const { requestId } = read.request;
    try {
      const click = { ...clickOf(body), requestId, railId: read.railId };
      await ack(await linkAnswer(deps, await linkRail(deps, click), read.railId));
    } catch (error) {
      if (!(error instanceof RailApiError)) throw error;
      await ack(linkTroubleAnswer(error.code));
    }
  };
}
