import type { KnownBlock, ModalView } from "@slack/types";
import { actions, header, plain, section } from "../../platform/slack/blocks/blocks.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { callback } from "../../platform/slack/blocks/ids.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonListener } from "../../platform/slack/intake/listeners.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { moreButton } from "../card/approval-card.ts";
import { pressedValue, readButtonValue } from "../card/button-value.ts";
import { history } from "../card/history.ts";
import { digestBlock } from "../card/request-body.ts";
import type { Context } from "../context.ts";
import { findRequest, listEvents } from "../queries/requests.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import type { RequestEvent } from "../rules/request-event.ts";
import { titled } from "../words.ts";
import { sendApprovedBytes } from "./approved-bytes.ts";
import { openQuestion } from "./ask-requester.ts";
import { openRemedy } from "./remedy.ts";
import { requestAgain } from "./request-again.ts";
import { GONE } from "./whose-request.ts";

/** Only this many of the newest steps are shown. */
const MOST_STEPS = 100;

/** What has happened to a request, and the digest that its approvals are bound to. */
export function historyModal(request: ChangeRequest, events: readonly RequestEvent[]): ModalView {
  const steps = history(request, events.slice(-MOST_STEPS))?.blocks as KnownBlock[] | undefined;
  return {
    type: "modal",
    callback_id: callback.notice,
    title: plain(titled(`History of ${numberOf(request)}`, request.content.connection.environment)),
    close: plain("Close"),
    blocks: [
      header(`${numberOf(request)} · ${shortened(request.content.change.name, 60)}`),
      ...(steps ?? [section("Nothing has happened to it yet.")]),
      digestBlock(request),
      // Slack refuses two buttons of one id in one block.
      actions(moreButton("bytes", request)),
      ...(request.state.status === "pending" ? [actions(moreButton("ask", request))] : []),
    ],
  };
}

/** On top of a review, or by itself. */
export function showHistory(context: Pick<Context, "db">): ButtonListener {
  return async ({ action, body, respond, client }) => {
    const workspaceId = workspaceOf(body);
    const requestId = readButtonValue(pressedValue(action))?.requestId ?? "";
    const request = await findRequest(context.db, { workspaceId, requestId });
    if (!request) return void (await respond(privately(GONE)));
    const events = await listEvents(context.db, { workspaceId, requestId });
    const view = checkedView(historyModal(request, events));
    const opens = { trigger_id: body.trigger_id, view };
    await (body.view ? client.views.push(opens) : client.views.open(opens));
  };
}

/** What was chosen behind the three dots of a request. */
export function requestMore(context: Context): ButtonListener {
  const listeners: Record<string, ButtonListener> = {
    history: showHistory(context),
    close: openRemedy(context, "close"),
    again: requestAgain(context),
    ask: openQuestion(context),
    bytes: sendApprovedBytes(context),
  };
  return async (args) => {
    const [verb = ""] = (pressedValue(args.action) ?? "").split(" ");
    await listeners[verb]?.(args);
  };
}
