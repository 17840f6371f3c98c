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

  mustDiffer(BUTTONS.flatMap(({ ids }) => ids));
  for (const button of BUTTONS) {
    const listener = pressListener(context, button);
    for (const id of button.ids) app.action(id, listener);
  }
  mustDiffer(MODALS.map(({ id }) => id));
  for (const { id, act, submit, closed } of MODALS) {
    const listener: SubmitListener = (args) => submit(context, args);
    if (closed) {
      const listener: CloseListener = (args) => closed(context, args);
      app.view({ callback_id: id, type: "view_closed" }, listener);
    }
    app.view(id, act === undefined ? listener : submitted(context, act, listener));
  }
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

function mustDiffer(ids: readonly string[]): void {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`Two screens have the id ${twice}`);
}
