/** A Web API refusal: `code` is Slack's own error name, `messages` what `response_metadata` explains. */
export class SlackError extends Error {
  override readonly name = "SlackError";
  readonly code: string;
  readonly messages: readonly string[];
  /** What stands under `errors`: the messages, where there is no more to tell. */
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
