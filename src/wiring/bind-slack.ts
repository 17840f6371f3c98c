import type { App } from "@slack/bolt";
import { BUTTONS, MODALS } from "../capabilities.ts";
import { checkMessage } from "../check/check.ts";
import { messageWritten } from "../home/help.ts";
import { homeOpened, redrawHome } from "../home/home-listeners.ts";
import { shortcut } from "../platform/slack/blocks/ids.ts";
import { answerable } from "../platform/slack/intake/answering.ts";
import { once } from "../platform/slack/intake/delivery.ts";
import type {
  ButtonListener,
  CloseListener,
  SubmitListener,
} from "../platform/slack/intake/listeners.ts";
import { remembered } from "../request/clicks/remember-click.ts";
import type { Context } from "../request/context.ts";
import type { Button } from "../request/screen.ts";
import { onLiveCard } from "../request/screens/on-live-card.ts";
import { pressed, submitted } from "../workspace/set-up/gates.ts";
import { railCommand } from "./bind-commands.ts";

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
      const listener = submit(context);
      return [id, act === undefined ? listener : submitted(context, act, listener)] as const;
    }),
  );
  const submission: SubmitListener = async (args) => submissions.get(args.view.callback_id)?.(args);
  app.view(oneOf(submissions), submission);

  const closings = byId(
    MODALS.flatMap(({ id, closed }) => (closed ? [[id, closed(context)] as const] : [])),
  );
  const closing: CloseListener = async (args) => closings.get(args.view.callback_id)?.(args);
  app.view({ callback_id: oneOf(closings), type: "view_closed" }, closing);
}

function pressListener(context: Context, button: Button): ButtonListener {
  const listener = button.press(context);
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
