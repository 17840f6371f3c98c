/** With `messages` for `response_metadata`, also as `errors` unless there is `more` detail. */
export class SlackError extends Error {
  override readonly name = "SlackError";
  readonly code: string;
  readonly #messages: readonly string[];
  readonly #more: object;

  constructor(code: string, messages: readonly string[] = [], more?: object) {
    super([code, ...messages].join("; "));
    this.code = code;
    this.#messages = messages;
    this.#more = more ?? (messages.length > 0 ? { errors: messages } : {});
  }

  answer(): object {
    return {
      ...{ ok: false, error: this.code, ...this.#more },
      ...(this.#messages.length > 0 && { response_metadata: { messages: this.#messages } }),
    };
  }
}

/** The answer is 429 with `Retry-After`. */
export class TooMany extends SlackError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("ratelimited");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The page may not do this; the message is for the person at the page. */
export class PageError extends Error {
  override readonly name = "PageError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
