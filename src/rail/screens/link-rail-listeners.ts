import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type {
  AllMiddlewareArgs,
  BlockButtonAction,
  Middleware,
  SlackActionMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from "@slack/bolt";
import { whyMayNot } from "../../authority/judge.ts";
import { isOwn } from "../../authority/quorum.ts";
import { inTime, LATE } from "../../platform/process/in-time.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import { updateView } from "../../platform/slack/intake/update-view.ts";
import { rememberClick } from "../../request/clicks/remember-click.ts";
import type { Context } from "../../request/context.ts";
import { findPolicy } from "../../request/queries/companies.ts";
import { namedAnywhere, policyNow } from "../../request/rules/approval/policy.ts";
import { officesFor } from "../../request/rules/approval/requirements.ts";
import { remediesFor } from "../../request/rules/remedies-for.ts";
import { refusalMessage } from "../../request/screens/refusals.ts";
import { clickOf } from "../../request/screens/request-views.ts";
import { GONE, whoseRequest } from "../../request/screens/whose-request.ts";
import { beingLookedAt, lateLinkView, linkAnswer, linked, linkFailedView } from "./link.ts";
import { linkRailModal, readLinkRailModal } from "./link-rail-modal.ts";

const ANSWER_WITHIN_MS = 1_500;
const DRAWN_AFTER_MS = 500;

type ButtonArgs = SlackActionMiddlewareArgs<BlockButtonAction> & AllMiddlewareArgs;

/** Opens the form in which an approver names the Rail; everyone else is told at once why not. */
export function openLinkRail(deps: Context): (args: ButtonArgs) => Promise<void> {
  return async ({ action, body, respond, client }) => {
    const found = await whoseRequest(deps, body, action.value);
    if (!found) return void (await respond(privately(GONE)));
    const { request, by, standing, roster } = found;
    const isOffered = remediesFor(request, deps.clock()).includes("link-rail");
    const inForce = await findPolicy(deps.db, request.workspaceId);
    const policy = policyNow(request, inForce);
    const around = { policy, approvers: namedAnywhere(inForce), roster };
    const refusal =
      isOwn(by, [request.requestedBy], roster) === "yes"
        ? "requester-cannot-link"
        : (whyMayNot("link-rail", { by, standing }, officesFor(request, around)) ??
          (isOffered ? undefined : "not-now"));
    if (refusal) return void (await respond(privately(refusalMessage({ refusal, request }))));
    await openView(client, body, linkRailModal({ request }));
  };
}

/** Slack waits for three seconds, and the service may take longer: the answer then comes into the view. */
export function submitLinkRail(
  deps: Context,
): Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>> {
  return async ({ view, body, ack, client }) => {
    const read = readLinkRailModal(view);
    if (!read) return ack();
    if (!read.ok) return ack({ response_action: "errors", errors: read.errors });
    const { request, railId } = read;
    const work = linked(deps, { ...clickOf(body), requestId: request.requestId, railId });
    const answer = await inTime(work, ANSWER_WITHIN_MS);
    if (answer !== LATE) return ack(linkAnswer(answer));
    const over = await rememberClick(deps, body, "link-rail");
    await ack(beingLookedAt(railId));
    // Slack must have drawn the one view before it gets the other.
    const [late] = await Promise.all([
      work.then(
        (result) => lateLinkView(result, railId),
        (error: unknown) => {
          const reference = randomUUID().slice(0, 8);
          deps.logger.error({ err: error, reference }, "a Rail could not be linked");
          return linkFailedView(railId, reference);
        },
      ),
      pause(DRAWN_AFTER_MS),
    ]);
    await updateView(client, view.id, late).finally(over);
  };
}
