import type { Middleware, RespondArguments, SlackCommandMiddlewareArgs } from "@slack/bolt";
import { faultOfText } from "../../domain/text.ts";
import { homeAnswer } from "../answers/home.ts";
import { destinationsAnswer, pendingAnswer, railsAnswer } from "../answers/lists.ts";
import { newRailView } from "../answers/new-rail.ts";
import { showAnswer } from "../answers/show.ts";
import { withdrawAnswer } from "../answers/withdraw.ts";
import type { Message } from "../message.ts";
import { help } from "../messages/help.ts";
import { guestMessage } from "../messages/refusals.ts";
import { openView } from "../open-view.ts";
import type { RailCommand } from "../parse-rail-command.ts";
import { parseRailCommand } from "../parse-rail-command.ts";
import { deliveryOf } from "./delivery.ts";
import type { ListenerDeps } from "./deps.ts";
import { privately } from "./privately.ts";

type Args = SlackCommandMiddlewareArgs & { client: Parameters<typeof openView>[0] };

/** `/rail …`, answered privately. */
export function railCommand(deps: ListenerDeps): Middleware<SlackCommandMiddlewareArgs> {
  return async ({ command, respond, client }) => {
    const parsed = readCommand(command.text);
    const { team_id: workspaceId, user_id: userId } = command;
    const standing =
      parsed.name === "help" ? "active" : await deps.people.standingOf(workspaceId, userId);
    const message =
      standing === "active"
        ? await answer(deps, parsed, { command, client })
        : guestMessage(standing, deps.command);
    if (message) await respond(privately(message) satisfies RespondArguments);
  };
}

/** What no text may hold is refused before anything looks it up. */
function readCommand(text: string): RailCommand {
  const isPlain = text.trim() === "" || faultOfText(text, { max: 1_000 }) === undefined;
  return isPlain
    ? parseRailCommand(text)
    : {
        name: "help",
        problem: "That holds characters that no command takes, or too many of them.",
      };
}

/** The private answer to a command; none where it opens a form. */
async function answer(
  deps: ListenerDeps,
  parsed: RailCommand,
  { command, client }: Pick<Args, "command" | "client">,
): Promise<Message | undefined> {
  const { team_id: workspaceId, user_id: userId, channel_id: askedIn } = command;
  switch (parsed.name) {
    case "home":
      return homeAnswer(deps, workspaceId, userId);
    case "new": {
      const form = { draftId: deps.newId(), askedIn, type: parsed.type ?? "ON_RAMP", values: {} };
      await openView(client, command.trigger_id, await newRailView(deps, workspaceId, form));
      return undefined;
    }
    case "list":
      return railsAnswer(deps, workspaceId, parsed.page);
    case "show":
      return showAnswer(deps, workspaceId, parsed.what);
    case "pending":
      return pendingAnswer(deps, workspaceId, 1);
    case "withdraw":
      return withdrawAnswer(deps, {
        workspaceId,
        by: userId,
        number: parsed.number,
        delivery: deliveryOf(command, "effect"),
      });
    case "destinations":
      return destinationsAnswer(deps, workspaceId, 1);
    case "help":
      return help({ ...parsed, command: deps.command });
  }
}
