/** Named by what can be done about it. */
export type MessengerErrorCode =
  /** Someone must invite the bot. */
  | "not-in-channel"
  /** Gone, or never seen by the bot. */
  | "no-such-channel"
  | "channel-archived"
  /** The message to change is gone. */
  | "no-such-message"
  /** Slack does not show something in the message: a picture, perhaps, that was uploaded a moment ago. */
  | "blocks-refused"
  /** Slack was slow, limited or down: try again later. */
  | "unavailable"
  /** A fault of ours, or a change of Slack's. */
  | "unexpected";

export class MessengerError extends Error {
  override readonly name = "MessengerError";
  readonly code: MessengerErrorCode;

  constructor(code: MessengerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
