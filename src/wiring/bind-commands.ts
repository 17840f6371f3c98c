import type { AllMiddlewareArgs, Middleware, SlackCommandMiddlewareArgs } from "@slack/bolt";
import { COMMANDS } from "../capabilities.ts";
import { help } from "../home/help.ts";
import { readCommand } from "../home/read-command.ts";
import { deliveryOf, once } from "../platform/slack/intake/delivery.ts";
import { openView } from "../platform/slack/intake/open-view.ts";
import { privately } from "../platform/slack/intake/privately.ts";
import { remembered, savedFirst } from "../request/clicks/remember-click.ts";
import type { Typed, UsualCommand } from "../request/command.ts";
import type { Context } from "../request/context.ts";
import { whyNotYet, whyRefused } from "../workspace/set-up/gates.ts";

type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs;

/** `/rail …`, answered privately. Only the emergency stop changes something without asking again. */
export function railCommand(context: Context): Middleware<SlackCommandMiddlewareArgs> {
  const { command: called } = context;
  // It never changes, so it is written to bytes once.
  const usual = Object.freeze(privately(help({ command: called, verbs: COMMANDS })));
  return async (args) => {
    const read = readCommand(COMMANDS, args.command.text);
    // Help reads nothing, so it needs no second call.
    if ("help" in read) {
      const isUsual = Object.keys(read.help).length === 0;
      const about = { command: called, verbs: COMMANDS, ...read.help };
      return args.ack(isUsual ? usual : privately(help(about)));
    }
    const { command, args: typed } = read;
    if ("isUrgent" in command) {
      const saving = command.save(context, typed, from(args));
      return savedFirst(context, command.remembers, saving, (answer) => answer(), args);
    }
    const listener = answered(context, command, typed);
    return command.remembers
      ? remembered(context, command.remembers, listener)(args)
      : once(context, listener)(args);
  };
}

/** A form is refused when it opens; anything else asks again in its own action. */
function answered(
  context: Context,
  { act, worksBeforeSetUp, remembers, answer }: UsualCommand<unknown>,
  typed: unknown,
): (args: CommandArgs) => Promise<void> {
  return async (args) => {
    const { command, client, respond } = args;
    const { team_id: workspaceId, user_id: userId } = command;
    const said =
      (await whyRefused(context, workspaceId, userId, act(typed), { isReading: !remembers })) ??
      (worksBeforeSetUp ? undefined : await whyNotYet(context, workspaceId)) ??
      (await answer(context, typed, from(args)));
    if (!said) return;
    if ("type" in said) await openView(client, command, said);
    else await respond(privately(said));
  };
}

function from({ command }: Pick<CommandArgs, "command">): Typed {
  const { team_id: workspaceId, user_id: userId, channel_id: askedIn } = command;
  return { workspaceId, userId, askedIn, delivery: deliveryOf(command, "effect") };
}
