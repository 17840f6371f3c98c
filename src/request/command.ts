import type { ModalView } from "@slack/types";
import type { Act } from "../authority/kinds.ts";
import type { Message } from "../platform/slack/message.ts";
import type { ClickKind } from "./clicks/lost-click.ts";
import type { Context, Verb } from "./context.ts";

interface Spoken<Args> extends Verb {
  /** Another spelling of the verb. */
  alias?: string;
  /** The text may hold invisible characters; all other verbs refuse those before they look anything up. */
  takesAnyText?: true;
  /** Takes what follows the verb, trimmed. */
  parse(typed: string): Parsed<Args>;
}

export type Parsed<Args> = { ok: true; args: Args } | { ok: false; problem: string };

/** Acknowledged first, then answered privately. */
export interface UsualCommand<Args> extends Spoken<Args> {
  /** The authority table decides about it before anything is answered. */
  act(args: Args): Act;
  worksBeforeSetUp?: true;
  /** A command that changes something is remembered before Slack hears that it arrived. */
  remembers?: ClickKind;
  /** Opens a view or shows a message; undefined answers nothing. */
  answer(context: Context, args: Args, from: Typed): Promise<Message | ModalView | undefined>;
}

/** Saved before Slack hears that it arrived. It works before the set-up, and `save` asks who may. */
export interface UrgentCommand<Args> extends Spoken<Args> {
  isUrgent: true;
  remembers: ClickKind;
  /** Resolves once it is saved, with a function that works out the answer. */
  save(context: Context, args: Args, from: Typed): Promise<Answering>;
}

export type Answering = () => Promise<Message | undefined>;

export type Command<Args = unknown> = UsualCommand<Args> | UrgentCommand<Args>;

/** The person who typed a command, and the place. */
export interface Typed {
  workspaceId: string;
  userId: string;
  askedIn: string;
  /** The key of the delivery; see `deliveryOf`. */
  delivery: string;
}

/** The `parse` of a verb that stands alone. */
export function takesNothing(verb: string): (typed: string) => Parsed<undefined> {
  return (typed) =>
    typed === ""
      ? { ok: true, args: undefined }
      : { ok: false, problem: `${verb} takes nothing after it.` };
}

export const wordsOf = (typed: string): string[] => (typed === "" ? [] : typed.split(/\s+/));
