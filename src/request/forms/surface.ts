import type { ModalView } from "@slack/types";
import type { Message } from "../../platform/slack/blocks/views.ts";
import type { AckPayload } from "../../platform/slack/bolt.ts";
import type { Deed } from "../rules/may.ts";
import type { Act, Asking, Refused } from "./admit.ts";

/** What people can do in Slack. Each is one object of its capability; `contents.ts` lists them. */
export interface Surface {
  /** What the command alone answers, and App Home shows. */
  home: Named & { draw(asking: Asking): Promise<Message> };
  commands: readonly Command[];
  buttons: readonly (Button | OpenButton)[];
  forms: readonly Form[];
  /** What becomes of a workspace that removed the app. Acknowledges once that is saved. */
  removed(act: Act): Promise<void>;
}

/** What `route` shows to the person who acted; null where all was said. */
export type Shown =
  | ModalView
  | Message
  /** In place of the private message that was clicked; below a view, if there is one. */
  | { inPlace: Message; view?: ModalView }
  | Refused
  | null;

/**
 * `value`: what a button carries, or what follows a command's word, with quotes and dashes of every
 * keyboard folded. Slack is acknowledged already: it may take longer than Slack waits.
 */
type Handle = (asking: Asking, value: string) => Promise<Shown>;

/**
 * `deed`: what the person has to be allowed; to look, if it is nothing else. `open` judges by itself
 * who may, also while nothing is set up.
 */
export type Command = Named & ({ deed?: Deed; run: Handle } | { open: Open });

type Open = (act: Act, value: string) => Promise<Shown>;

export interface Named {
  /** The word after `/rail`; empty for the command alone. */
  name: string;
  /** What may follow it, and what it is for: a line of help. */
  usage: string;
  says: string;
}

/** A button, a menu's option, a select or a message shortcut, found by its verb. */
export interface Button {
  verb: string;
  /** What the person has to be allowed about the request whose id it carries, if it is about one. */
  deed?: Deed;
  press: Handle;
}

/** It judges by itself who may, also while nothing is set up. */
export interface OpenButton {
  verb: string;
  open: Open;
}

/** A modal, found by its `callback_id`. */
export interface Form {
  id: string;
  /** What becomes of the view; only the first acknowledgement counts. */
  submit(act: Act): Promise<AckPayload | Refused>;
  /** Draws it anew after a choice that needs other fields. */
  redraw?(asking: Asking): Promise<ModalView>;
}
