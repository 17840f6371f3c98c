import { readRequestNumber } from "../../home/parse-rail-command.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import type { Message } from "../../platform/slack/message.ts";
import { faultOfText } from "../../platform/text/typed-text.ts";
import { requestDetails } from "../../request/card/request-details.ts";
import { requestFacts } from "../../request/card/request-facts.ts";
import type { Context } from "../../request/context.ts";
import { findMessage } from "../../request/queries/messages.ts";
import { findRequestByNumber, findRequestsByName } from "../../request/queries/requests.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { numberOf, railIdOf } from "../../request/rules/change-request.ts";
import { railDetails } from "./rail-details.ts";
import { showRail } from "./show-rail.ts";

type Deps = Pick<
  Context,
  "db" | "transaction" | "seal" | "pins" | "railApis" | "messenger" | "clock" | "command"
>;

/** A request by its number, or a Rail by its name or id, in that order. Throws a `RailApiError`. */
export async function showAnswer(deps: Deps, workspaceId: string, what: string): Promise<Message> {
  if (faultOfText(what, { max: 255 })) {
    return note(
      "That is neither a name nor an id: it is too long or holds characters that neither may have.",
    );
  }
  const number = readRequestNumber(what);
  const request = number && (await findRequestByNumber(deps.db, workspaceId, number));
  if (request) return requestAnswer(deps, request);

  const named = await findRequestsByName(deps.db, workspaceId, what);
  const [newest] = [...named.filter((each) => railIdOf(each) !== undefined), ...named];
  if (!newest) return railAnswer(deps, workspaceId, what);
  const railId = railIdOf(newest);
  return railId === undefined ? requestAnswer(deps, newest) : railAnswer(deps, workspaceId, railId);
}

export async function requestAnswer(deps: Deps, request: ChangeRequest): Promise<Message> {
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const card = await findMessage(deps.db, ref, "approval-card");
  return requestDetails({
    ...(await requestFacts(deps, request)),
    cardLink: card && (await deps.messenger.linkTo(request.workspaceId, card)),
  });
}

/** One Rail, read afresh; the request instead where its instructions are withheld. Throws a `RailApiError`. */
export async function railAnswer(
  deps: Deps,
  workspaceId: string,
  railId: string,
): Promise<Message> {
  const shown = await showRail(deps, workspaceId, railId);
  switch (shown.kind) {
    case "rail":
      return railDetails(shown.facts);
    case "withheld":
      return requestAnswer(deps, shown.request);
    case "not-shown": {
      const number = numberOf(shown.request);
      return note(
        `${number} has this Rail, but the Rail service does not show it just now.`,
        `So nothing is said here of how to pay into it. Try again in a moment; ${deps.command} show ${number} shows the request.`,
        "If it stays like this, an administrator has to ask the Rail service why.",
      );
    }
    case "absent":
      return note(
        "No Rail or request has that name, number or id.",
        `${deps.command} list shows the Rails, ${deps.command} pending the open requests.`,
      );
  }
}
