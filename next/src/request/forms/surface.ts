import type { ModalView } from "@slack/types";
import type { Message } from "../../platform/slack/blocks/views.ts";
import type { AckPayload, Answer } from "../../platform/slack/bolt.ts";
import type { Delivery } from "../../platform/slack/delivery.ts";
import type { Context } from "../engine/context.ts";

/** What people can do in Slack. Each is one object of its capability; `contents.ts` lists them. */

/** What `route` shows to the person who acted; null where all was said. */
export type Shown =
  | ModalView
  | Message
  /** In place of the private message that was clicked. */
  | { inPlace: Message }
  | null;

/**
 * `value`: what a button carries, or what follows a command's word, with quotes and dashes of every
 * keyboard folded. `answer`: for what may take longer than Slack waits; `route` acknowledges all
 * else.
 */
type Handle = (
  context: Context,
  delivery: Delivery,
  value: string,
  answer: Answer,
) => Promise<Shown>;

export interface Command {
  /** The word after `/rail`. */
  name: string;
  /** What may follow it, and what it is for: a line of help. */
  usage: string;
  says: string;
  run: Handle;
}

/** A button, a menu's option or a select, found by the verb that `ids.ts` names. */
export interface Button {
  verb: string;
  press: Handle;
}

/** A modal, found by its `callback_id`. */
export interface Form {
  id: string;
  /** What becomes of the view; only the first acknowledgement counts. */
  submit(context: Context, delivery: Delivery, answer: Answer): Promise<AckPayload>;
  /** Draws it anew after a choice that needs other fields. */
  redraw?(context: Context, delivery: Delivery): Promise<Shown>;
}

export interface Surface {
  commands: readonly Command[];
  buttons: readonly Button[];
  forms: readonly Form[];
}
