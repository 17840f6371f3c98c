import type { Answer } from "../../platform/slack/bolt.ts";
import type { Delivery } from "../../platform/slack/delivery.ts";
import type { Context } from "../engine/context.ts";

/** What people can do in Slack. Each is one object of its capability; `contents.ts` lists them. */

export interface Command {
  /** The word after `/rail`. */
  name: string;
  /** What may follow it, and what it is for: a line of help. */
  usage: string;
  says: string;
  /** `words`: what follows the word, with quotes and dashes of every keyboard folded. */
  run(context: Context, delivery: Delivery, words: string, answer: Answer): Promise<void>;
}

/** A button, a menu's option or a select, found by the verb that `ids.ts` names. */
export interface Button {
  verb: string;
  /** `value`: what the button carries, such as a request's id. Nothing of it is trusted. */
  press(context: Context, delivery: Delivery, value: string, answer: Answer): Promise<void>;
}

/** A modal, found by its `callback_id`. */
export interface Form {
  id: string;
  submit(context: Context, delivery: Delivery, answer: Answer): Promise<void>;
}

export interface Surface {
  commands: readonly Command[];
  buttons: readonly Button[];
  forms: readonly Form[];
  /** Draws App Home when somebody opens it. */
  home?: (context: Context, delivery: Delivery) => Promise<void>;
}
