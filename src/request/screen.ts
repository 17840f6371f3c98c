import type { Act } from "../authority/table.ts";
import type {
  ButtonListener,
  CloseListener,
  SubmitListener,
} from "../platform/slack/intake/listeners.ts";
import type { ClickKind } from "./clicks/lost-click.ts";
import type { Context } from "./context.ts";

/** What a press or a choice does, and who is asked whether somebody may. */
export type Button = {
  /** Action ids; several where a list has page buttons. */
  ids: readonly string[];
  press(context: Context): ButtonListener;
} & (
  | {
      /** The table of authority is asked before the listener. Slack is told first that the press has arrived. */
      act: Act;
      /** It opens a form that stops something, so it opens while Slack is silent about people; the submission asks. */
      isUrgent?: true;
      /** The press changes something: it is remembered before Slack is told that it has arrived. */
      remembers?: ClickKind;
    }
  /** The request on whose card it stands decides who may. On a card that is out of date it does nothing. */
  | { isOnCard: true }
  /** Anyone may: it shows nothing of the workspace. */
  | { isForAnyone: true }
  /** It tells Slack by itself, and what it does asks who may. */
  | { acknowledges: true }
);

/** A form, as it is submitted. */
export interface Modal {
  id: string;
  /** The table of authority is asked first; absent where what is submitted asks by itself. */
  act?: Act;
  submit(context: Context): SubmitListener;
  /** Hears that a view which asks for it (`notify_on_close`) was closed. What was typed does not come with it. */
  closed?(context: Context): CloseListener;
}
