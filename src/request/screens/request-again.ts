import { isRequester } from "../../authority/judge.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonListener } from "../../platform/slack/intake/listeners.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import { isRequestable } from "../card/approval-card.ts";
import { pressedValue, readButtonValue } from "../card/button-value.ts";
import { kindOf } from "../change-kind.ts";
import type { Context } from "../context.ts";
import { findRequest } from "../queries/requests.ts";
import { refusalMessage } from "./refusals.ts";
import { GONE } from "./whose-request.ts";

/** Opens the form with the former request as a new draft: it is reviewed and approved like any other. */
export function requestAgain(context: Context): ButtonListener {
  return async ({ action, body, respond, client }) => {
    const workspaceId = workspaceOf(body);
    const requestId = readButtonValue(pressedValue(action))?.requestId ?? "";
    const request = await findRequest(context.db, { workspaceId, requestId });
    if (!request) return void (await respond(privately(GONE)));
    const { change, askedIn } = request.content;
    const { formAgain } = kindOf(change);
    if (!formAgain || !isRequestable(request)) {
      return void (await respond(privately(refusalMessage({ refusal: "not-now", request }))));
    }
    // This person may not be able to read another person's conversation.
    const place = isRequester(body.user.id, request) ? askedIn : body.user.id;
    const draft = { workspaceId, draftId: context.newId(), askedIn: place };
    await openView(client, body, await formAgain(context, change, draft));
  };
}
