import type { AllMiddlewareArgs, App, Middleware, SlackCommandMiddlewareArgs } from "@slack/bolt";
import { BUTTONS, COMMANDS, MODALS } from "../capabilities.ts";
import { checkMessage } from "../check/check.ts";
import { help, messageWritten } from "../home/help.ts";
import { homeOpened, redrawHome } from "../home/home-listeners.ts";
import { readCommand } from "../home/read-command.ts";
import { shortcut } from "../platform/slack/blocks/ids.ts";
import { answerable } from "../platform/slack/intake/answering.ts";
import { deliveryOf, once } from "../platform/slack/intake/delivery.ts";
import type {
  ButtonListener,
  CloseListener,
  SubmitListener,
} from "../platform/slack/intake/listeners.ts";
import { openView } from "../platform/slack/intake/open-view.ts";
import { privately } from "../platform/slack/intake/privately.ts";
import { remembered, savedFirst } from "../request/clicks/remember-click.ts";
import type { Typed, UsualCommand } from "../request/command.ts";
import type { Context } from "../request/context.ts";
import type { Button } from "../request/screen.ts";
import { onLiveCard } from "../request/screens/on-live-card.ts";
import { pressed, submitted, whyNotYet, whyRefused } from "../workspace/set-up/gates.ts";

/** Everything that people can type, press or submit, and its listeners. Throws if two of a sort share an id. */
export function register(app: App, context: Context): void {
  app.use(redrawHome(context));
  app.command(context.command, railCommand(context));
  app.shortcut(
    { type: "message_action", callback_id: shortcut.checkPaymentDetails },
    once(context, pressed(context, "look", checkMessage(context), { isReading: true })),
  );
  app.event("app_home_opened", homeOpened(context));
  app.event("message", messageWritten(context));

  const presses = byId(
    BUTTONS.flatMap((button) => {
      const listener = pressListener(context, button);
      return button.ids.map((id) => [id, listener] as const);
    }),
  );
  const press: ButtonListener = async (args) => presses.get(args.action.action_id)?.(args);
  app.action(oneOf(presses), press);

  const submissions = byId(
    MODALS.map(({ id, act, submit }) => {
      const listener: SubmitListener = (args) => submit(context, args);
      return [id, act === undefined ? listener : submitted(context, act, listener)] as const;
    }),
  );
  const submission: SubmitListener = async (args) => submissions.get(args.view.callback_id)?.(args);
  app.view(oneOf(submissions), submission);

  const closings = byId(
    MODALS.flatMap(({ id, closed }) => (closed ? [[id, closed] as const] : [])),
  );
  const closing: CloseListener = async (args) =>
    closings.get(args.view.callback_id)?.(context, args);
  app.view({ callback_id: oneOf(closings), type: "view_closed" }, closing);
}

function pressListener(context: Context, button: Button): ButtonListener {
  const listener: ButtonListener = (args) => button.press(context, args);
  if ("acknowledges" in button) return answerable(listener);
  if ("isOnCard" in button) return once(context, onLiveCard(context, listener));
  if ("isForAnyone" in button) return once(context, listener);
  const { act, isUrgent = false, remembers } = button;
  const gated = pressed(context, act, listener, { isUrgent, isReading: !remembers });
  return remembers ? remembered(context, remembers, gated) : once(context, gated);
}

/** Bolt would put every delivery to every listener in turn, and there are more than a hundred. */
function byId<Listener>(entries: readonly (readonly [string, Listener])[]): Map<string, Listener> {
  const found = new Map(entries);
  if (found.size < entries.length) {
    const ids = entries.map(([id]) => id);
    throw new Error(`Two screens have the id ${ids.find((id, nth) => ids.indexOf(id) !== nth)}`);
  }
  return found;
}

/** An id is a word, so it needs no escape. Bolt itself answers whatever has another id. */
const oneOf = (listeners: ReadonlyMap<string, unknown>) =>
  new RegExp(`^(?:${[...listeners.keys()].join("|")})$`);

type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs;

/** `/rail …`, answered privately. Only the emergency stop changes something without asking again. */
function railCommand(context: Context): Middleware<SlackCommandMiddlewareArgs> {
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
