/** A Web API refusal: `code` is Slack's own error name, `messages` what `response_metadata` explains. */
export class SlackError extends Error {
  override readonly name = "SlackError";
  readonly code: string;
  readonly messages: readonly string[];

  constructor(code: string, messages: readonly string[] = []) {
    super([code, ...messages].join("; "));
    this.code = code;
    this.messages = messages;
  }
}
