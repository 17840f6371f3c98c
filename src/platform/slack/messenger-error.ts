/** Named by what can be done about it. */
export type MessengerErrorCode =
  /** Someone must invite the bot. */
  | "not-in-channel"
  /** Gone, or never seen by the bot. */
  | "no-such-channel"
  | "channel-archived"
  /** Another organisation reads it too. */
  | "channel-shared"
  /** The channel lets only some people post, or takes no message of this sort: at its top, or in this thread. */
  | "channel-restricted"
  /** The account is deactivated, hidden or a bot's: it takes no direct message. */
  | "no-such-person"
  /** The message to change is gone. */
  | "no-such-message"
  /** Slack does not show something in the message: a picture, perhaps, that was uploaded a moment ago. */
  | "blocks-refused"
  /** Slack no longer takes the workspace's token, or there is none: the app has to be installed there again. */
  | "not-installed"
  /** Slack takes nothing for the moment, and did nothing: try again later. */
  | "limited"
  /** Slack was slow or down, and may have done it: try again later. */
  | "unavailable"
  /** A fault of ours, or a change of Slack's. */
  | "unexpected";

const OUT_OF_REACH: readonly MessengerErrorCode[] = [
  "not-in-channel",
  "no-such-channel",
  "channel-archived",
  "channel-shared",
  "channel-restricted",
];

interface Facts extends ErrorOptions {
  retryAfterMs?: number;
  isOfThisCall?: boolean;
}

export class MessengerError extends Error {
  override readonly name = "MessengerError";
  readonly code: MessengerErrorCode;
  /** With `limited`: Slack takes nothing of the kind before. */
  readonly retryAfterMs: number | undefined;
  /** With `unavailable`: Slack is there, and fails at this very call. */
  readonly isOfThisCall: boolean;

  constructor(
    code: MessengerErrorCode,
    message: string,
    { retryAfterMs, isOfThisCall = false, ...options }: Facts = {},
  ) {
    super(message, options);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.isOfThisCall = isOfThisCall;
  }

  /** Slack has refused it: it did nothing. */
  get isRefusal(): boolean {
    return this.code !== "unavailable";
  }

  /** A later try of the same may succeed, without anybody's help. */
  get mayPass(): boolean {
    return this.code === "limited" || this.code === "unavailable";
  }

  /** The conversation takes nothing from the bot until a person changes that. */
  get isOutOfReach(): boolean {
    return OUT_OF_REACH.includes(this.code);
  }
}
