/** The Web API refuses a call: `code` is Slack's error name, and `messages` goes into `response_metadata`. */
export class SlackError extends Error {
  override readonly name = "SlackError";
  readonly code: string;
  readonly messages: readonly string[];
  /** The answer carries this under `errors`: the messages, unless there is more detail. */
  readonly errors: readonly unknown[];

  constructor(
    code: string,
    messages: readonly string[] = [],
    errors: readonly unknown[] = messages,
  ) {
    super([code, ...messages].join("; "));
    this.code = code;
    this.messages = messages;
    this.errors = errors;
  }
}
