/** What Slack delivers, in our names. Whatever a person could have made up is not to be trusted. */
export interface Delivery {
  kind: "command" | "button" | "submit" | "shortcut" | "home" | "direct-message" | "removed";
  workspace: string;
  /** Who did it; empty for the removal of the app. */
  person: string;
  /** The same for a second delivery of the same act, and for nothing else in this workspace. */
  key: string;
  /** Opens one view within three seconds. */
  triggerId: string | null;
  /** Where it was done; null in a view. */
  channel: string | null;
  /** Typed after a command or to the app; of a shortcut, all that people read in the message. */
  text: string;
  /** `value`: what the button carries, or what was chosen; of several the view has them all. A shortcut has only an id. */
  action: { id: string; value: string | null } | null;
  /** For `home`: what the person sees now, where anything was published for them. */
  view: DeliveredView | null;
  /** The message that was clicked; null for one that only its response URL can change. */
  message: { channel: string; ts: string } | null;
  /** Takes five private answers within half an hour; null for a reply in a thread. */
  responseUrl: string | null;
}

export interface DeliveredView {
  id: string;
  hash: string;
  surface: "modal" | "home";
  callbackId: string;
  metadata: string;
  values: Values;
  /** The third of three: nothing can be pushed onto it. */
  isTop: boolean;
}

/** By block_id and action_id: what was typed or chosen, null for nothing. */
export type Values = Readonly<Record<string, Readonly<Record<string, Value>>>>;
export type Value = string | readonly string[] | null;

/** What Slack is answered; null for nothing at all, and then it sends an event again. */
export type AckAnswer = { payload: object | null } | null;

/** Takes the body of a delivery, however it came. Does not throw. */
export type Deliver = (body: Record<string, unknown>) => Promise<AckAnswer>;
