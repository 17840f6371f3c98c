/**
 * The Web API refuses a call: `code` is Slack's error name, and `messages` goes into
 * `response_metadata`.
 */
export class SlackError extends Error {
  override readonly name = "SlackError";
  readonly code: string;
  readonly #messages: readonly string[];
  /** The answer carries this under `errors`: the messages, unless there is more detail. */
  readonly #errors: readonly unknown[];

  constructor(
    code: string,
    messages: readonly string[] = [],
    errors: readonly unknown[] = messages,
  ) {
    super([code, ...messages].join("; "));
    this.code = code;
    this.#messages = messages;
    this.#errors = errors;
  }

  answer(): object {
    return {
      ...{ ok: false, error: this.code },
      ...(this.#errors.length > 0 && { errors: this.#errors }),
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

/** Both lists of scopes are separated by commas. */
export class MissingScope extends SlackError {
  readonly #scopes: { needed: string; provided: string };

  constructor(needed: string, provided: string) {
    super("missing_scope");
    this.#scopes = { needed, provided };
  }

  override answer(): object {
    return { ...super.answer(), ...this.#scopes };
  }
}
