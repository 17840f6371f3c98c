/** Named by what the caller can do about it. */
export type RailApiErrorCode =
  /** The service does not accept the token: reconnect. */
  | "unauthenticated"
  /** The operator does not list the service's address, so it was not called: list it, or connect elsewhere. */
  | "not-listed"
  /** No Rail of this company has that id. */
  | "not-found"
  /** The service refused fields of the request: show `said` and `fieldErrors`. */
  | "invalid"
  /** No connection was ever opened: mend the address or the network, and try again. */
  | "not-sent"
  /** The service was silent, overloaded or cut off in the middle: try a read again later. */
  | "unavailable"
  /** Something answered, but not as the document says: look who is at that address. */
  | "unexpected-response";

/** The known effect of a failed POST. */
export type PostOutcome = "not-created" | "not-sent" | "unknown";

/**
 * The only error that the Rail API client throws once it is made. Its message, its cause and everything a logger
 * would print are free of the token and of what the service was told or answered; `said` and `fieldErrors`, in which the
 * service may quote what it was told, are getters so that they must be asked for by name.
 */
export class RailApiError extends Error {
  override readonly name = "RailApiError";
  readonly code: RailApiErrorCode;
  readonly #said: string;
  readonly #fieldErrors: Record<string, string[]>;

  constructor(
    code: RailApiErrorCode,
    message: string,
    options: { cause?: Error; said?: string; fieldErrors?: Record<string, string[]> } = {},
  ) {
    super(message, options.cause && { cause: options.cause });
    this.code = code;
    this.#said = options.said ?? "";
    this.#fieldErrors = options.fieldErrors ?? {};
  }

  /** The service's own message, shortened if very long; empty unless `code` is `invalid`. */
  get said(): string {
    return this.#said;
  }

  /** Messages by field name, in the service's own words; empty unless `code` is `invalid`. */
  get fieldErrors(): Record<string, string[]> {
    return this.#fieldErrors;
  }

  /**
   * For the error of a POST: whether it can have taken effect. Only a documented refusal or a connection that was never
   * opened says that it has not; everything else has to be found out by reading.
   */
  get outcome(): PostOutcome {
    return OUTCOMES[this.code];
  }
}

const OUTCOMES: Record<RailApiErrorCode, PostOutcome> = {
  unauthenticated: "not-created",
  "not-listed": "not-created",
  invalid: "not-created",
  "not-sent": "not-sent",
  "not-found": "unknown",
  unavailable: "unknown",
  "unexpected-response": "unknown",
};
