import type { Middleware, RespondArguments, SlackCommandMiddlewareArgs } from "@slack/bolt";
import { checkAnswer } from "../check/check-answer.ts";
import { destinationsAnswer } from "../destination/register/destinations.ts";
import { EVERYTHING } from "../destination/register/register-query.ts";
import { openAddDestination } from "../destination/screens/add-destination.ts";
import { resumeQuestion } from "../freeze/freeze-answer.ts";
import { freezeCommand } from "../freeze/freeze-listeners.ts";
import { deliveryOf, once } from "../platform/slack/intake/delivery.ts";
import { openView } from "../platform/slack/intake/open-view.ts";
import { privately } from "../platform/slack/intake/privately.ts";
import type { Message } from "../platform/slack/message.ts";
import { faultOfText } from "../platform/text/typed-text.ts";
import { policyCommand } from "../policy/screens/policy-listeners.ts";
import { pendingAnswer, railsAnswer } from "../rail/screens/lists.ts";
import { newRailView } from "../rail/screens/new-rail.ts";
import { showAnswer } from "../rail/screens/show.ts";
import type { Context } from "../request/context.ts";
import { remembered } from "../request/remember-click.ts";
import { withdrawAnswer } from "../request/screens/withdraw.ts";
import { whyRefused } from "../workspace/set-up/gates.ts";
import type { GateDeed } from "../workspace/set-up/may-set-up.ts";
import { whyNotYet } from "../workspace/set-up/not-set-up.ts";
import { openSetup } from "../workspace/set-up/set-up-listeners.ts";
import { healthAnswer } from "./health-answer.ts";
import { help } from "./help.ts";
import { homeAnswer } from "./home.ts";
import type { RailCommand } from "./parse-rail-command.ts";
import { parseRailCommand } from "./parse-rail-command.ts";

type Args = SlackCommandMiddlewareArgs & { client: Parameters<typeof openView>[0] };

/** `/rail …`, answered privately. All but the emergency stop change nothing, or are asked for once more. */
export function railCommand(deps: Context): Middleware<SlackCommandMiddlewareArgs> {
  const usual = privately(help({ command: deps.command }));
  return async (args) => {
    const parsed = readCommand(args.command.text);
    if (parsed.name === "freeze") return freezeCommand(deps, parsed.typed, args);
    // It depends on nothing that has to be read, so it needs no second call.
    if (parsed.name === "help") {
      const { topic, problem, unknown } = parsed;
      const isUsual = (topic ?? problem ?? unknown) === undefined;
      return args.ack(isUsual ? usual : privately(help({ ...parsed, command: deps.command })));
    }
    const listener = answered(deps, parsed);
    return parsed.name === "withdraw"
      ? remembered(deps, "withdraw", listener)(args)
      : once(deps, listener)(args);
  };
}

type Answered = Exclude<RailCommand, { name: "freeze" | "help" }>;

function answered(deps: Context, parsed: Answered): Middleware<SlackCommandMiddlewareArgs> {
  return async ({ command, respond, client }) => {
    const { team_id: workspaceId, user_id: userId } = command;
    const message =
      (await whyRefused(deps, workspaceId, userId, deedOf(parsed))) ??
      (await whyNotYet(deps, workspaceId, parsed.name)) ??
      (await answer(deps, parsed, { command, client }));
    if (message) await respond(privately(message) satisfies RespondArguments);
  };
}

/** A form is refused when it is opened; all else is asked again by what it does. */
function deedOf(parsed: Answered): GateDeed {
  if (parsed.name === "new") return "create-rail";
  if (parsed.name !== "add-destination") return "look";
  return parsed.isImport ? "import-destination" : "whitelist-destination";
}

/**
 * What no text may hold is refused before anything looks it up; but a check is there to say what hides in one, and an
 * emergency stop does not wait for a tidy reason.
 */
function readCommand(text: string): RailCommand {
  const parsed = parseRailCommand(text);
  const isPlain = text.trim() === "" || faultOfText(text, { max: 1_000 }) === undefined;
  return isPlain || parsed.name === "check" || parsed.name === "freeze"
    ? parsed
    : {
        name: "help",
        problem: "That holds characters that no command takes, or too many of them.",
      };
}

/** The private answer to a command; none where it opens a form. */
async function answer(
  deps: Context,
  parsed: Answered,
  { command, client }: Pick<Args, "command" | "client">,
): Promise<Message | undefined> {
  const { team_id: workspaceId, user_id: userId } = command;
  switch (parsed.name) {
    case "home":
      return homeAnswer(deps, workspaceId, userId);
    case "new":
    case "add-destination":
      await openForm(deps, parsed, { command, client });
      return undefined;
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
      return destinationsAnswer(deps, workspaceId, { ...EVERYTHING, search: parsed.search });
    case "check":
      return checkAnswer(deps, workspaceId, { text: parsed.text, isCut: false });
    case "resume":
      return resumeQuestion(deps, workspaceId, userId);
    case "health":
      return healthAnswer(deps, workspaceId, userId);
    case "policy":
      return policyCommand(deps, parsed, { command, client });
    case "setup": {
      const { channel_id: askedIn, trigger_id: triggerId } = command;
      return openSetup(deps, client, { triggerId, workspaceId, userId, askedIn });
    }
  }
}

async function openForm(
  deps: Context,
  parsed: Extract<RailCommand, { name: "new" | "add-destination" }>,
  { command, client }: Pick<Args, "command" | "client">,
): Promise<void> {
  const { team_id: workspaceId, channel_id: askedIn } = command;
  switch (parsed.name) {
    case "new": {
      const form = { draftId: deps.newId(), askedIn, type: parsed.type ?? "ON_RAMP", values: {} };
      return openView(client, command, await newRailView(deps, workspaceId, form));
    }
    case "add-destination": {
      const { kind, isImport } = parsed;
      return openAddDestination(deps, client, {
        from: command,
        workspaceId,
        askedIn,
        kind,
        isImport,
      });
    }
  }
}
