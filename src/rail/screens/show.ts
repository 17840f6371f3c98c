import type { BlockButtonAction, Middleware, SlackActionMiddlewareArgs } from "@slack/bolt";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import { date, lines, richText } from "../../platform/slack/blocks/rich-text.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import { nameInText } from "../../platform/text/shown-text.ts";
import { isTime } from "../../platform/text/times.ts";
import { faultOfText } from "../../platform/text/typed-text.ts";
import { requestAnswer } from "../../request/card/request-details.ts";
import type { Command } from "../../request/command.ts";
import { wordsOf } from "../../request/command.ts";
import type { Context } from "../../request/context.ts";
import { findRequestByNumber, findRequestsByName } from "../../request/queries/requests.ts";
import { numberOf, railIdOf, readRequestNumber } from "../../request/rules/change-request.ts";
import { environmentName, TYPE_NAMES } from "../../request/words.ts";
import { instructionsBody, instructionsButtons } from "../instructions/deposit-instructions.ts";
import type { RailFacts } from "./rail-facts.ts";
import { showRail } from "./show-rail.ts";

export const showCommand: Command<{ what: string }> = {
  verb: "show",
  usage: {
    takes: "<name|id|R-142>",
    does: "shows one Rail with its deposit instructions, read afresh, or one request",
  },
  act: () => "look",
  parse(typed) {
    const what = wordsOf(typed).join(" ");
    return what === "" ? { ok: false, problem: PROBLEM } : { ok: true, args: { what } };
  },
  answer: (context, { what }, { workspaceId }) => showAnswer(context, workspaceId, what),
};

const PROBLEM = "show needs the name or id of a Rail, or the number of a request such as R-142.";

/** [Open] and [Check again]: the Rail as the service shows it now. */
export function openRail(deps: Context): Middleware<SlackActionMiddlewareArgs<BlockButtonAction>> {
  return async ({ action, body, respond }) => {
    await respond(privately(await railAnswer(deps, workspaceOf(body), action.value ?? "")));
  };
}

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

/** One Rail, read afresh: what it is, and how to pay into it. */
export function railDetails(props: RailFacts): Message {
  return {
    text: `${TYPE_NAMES[props.rail.type]} Rail: ${nameInText(props.name ?? "without a name here")} (${environmentName(props.environment)})`,
    blocks: [
      ...instructionsBody(props),
      richText(
        lines([
          `${TYPE_NAMES[props.rail.type]} Rail, ${originOf(props)}`,
          ...createdAt(props.rail),
        ]),
      ),
      ...instructionsButtons(props.rail),
    ],
  };
}

function originOf({ requestNumber }: RailFacts): string {
  return requestNumber === undefined
    ? "made elsewhere: not asked for and approved here"
    : `asked for as R-${requestNumber}`;
}

function createdAt({ createdAt: time }: Rail) {
  return isTime(time) ? [" · created ", date(time)] : [" · the service shows no time of creation"];
}
