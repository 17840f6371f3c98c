import type { Act } from "../authority/kinds.ts";
import type { ButtonArgs, CloseArgs, SubmitArgs } from "../platform/slack/intake/listeners.ts";
import type { ClickKind } from "./clicks/lost-click.ts";
import type { Context } from "./context.ts";

/** What a press or a choice does, and what decides whether the person may. */
export type Button = {
  /** Action ids; several where a list has page buttons. */
  ids: readonly string[];
  press(context: Context, args: ButtonArgs): Promise<void>;
} & (
  | {
      /** The authority table decides before the listener runs. Slack first hears that the press has arrived. */
      act: Act;
      /** It opens a form that stops something, even while Slack is silent about people; the submission asks. */
      isUrgent?: true;
      /** The press changes something: it is remembered before Slack hears that it arrived. */
      remembers?: ClickKind;
    }
  /** The request of its card decides who may. On a card that is out of date it does nothing. */
  | { isOnCard: true }
  /** Anybody may: it shows nothing of the workspace. */
  | { isForAnyone: true }
  /** It acknowledges by itself, and its action asks who may. */
  | { acknowledges: true }
);

export interface Modal {
  id: string;
  /** The authority table decides first; absent if the submission asks by itself. */
  act?: Act;
  submit(context: Context, args: SubmitArgs): Promise<void>;
  /** Hears that a view which asks for it (`notify_on_close`) was closed. What was typed does not come with it. */
  closed?(context: Context, args: CloseArgs): Promise<void>;
}
