/** The version of a message of which nobody knows what was drawn last: below that of any request. */
export const NEVER_DRAWN = -1;

/** Where a message about a request stands in Slack. `version` is the request's version that it shows. */
export interface PostedMessage {
  channelId: string;
  ts: string;
  version: number;
  /** The version of the freeze that it shows. */
  freeze?: number;
  /** ISO 8601: from then on it is to be drawn once more. */
  redrawAt?: string | undefined;
}

/**
 * Three stand nowhere: the version of `instructions-tries` counts posts whose outcome is not known, `card-update` says
 * until when an update of the card may land of which that is not known, and `outage` that the channel does not take the
 * card.
 * `deletion` is the card that was deleted last, and its version counts them. The last six are direct messages, each to
 * the person whose id follows. The version of what is about an outage that is over, or of a deletion that everyone was
 * told of, is below 0.
 */
export type MessageKind =
  | "approval-card"
  | "card-update"
  | "history"
  | "instructions"
  | "instructions-tries"
  | "alarm"
  | "outage"
  | "deletion"
  | `outage:${string}`
  | `deletion:${string}`
  | `alarm:${string}`
  | `withdrawal:${string}`
  | `reminder:${string}`
  | `ending:${string}`;
