/** Named by what the caller can do about it. */
export type RailApiErrorCode =
  /** The service does not accept the token: enter another one. */
  | "unauthenticated"
  /** No Rail of this company has that id. */
  | "not-found"
  /** The service refused fields of the request: show `said`. */
  | "invalid"
  /** No connection was opened: check the address or the network. */
  | "not-sent"
  /** The service was silent, overloaded or cut off: read again later. */
  | "unavailable"
  /** Something answered, but not as the document says: check who is at that address. */
  | "unexpected-response"
  /** The list showed fewer Rails than the service counts: walk again later. */
  | "incomplete"
  /** The list's next page is not below the base address: check that address, or the proxy. */
  | "page-elsewhere";

/** What a failed POST is known to have done. */
export type PostOutcome = "not-created" | "not-sent" | "unknown";

/**
 * The only error that a call to the Rail service throws. Logged, it shows no token and nothing that
 * the service was told or answered: `said`, which may quote an IBAN, is a getter.
 */
export class RailApiError extends Error {
  override readonly name = "RailApiError";
  readonly code: RailApiErrorCode;
  /** How long the service asked to be left alone, in milliseconds; 0 if it did not ask. */
  readonly retryAfterMs: number;
  readonly #said: string;

  constructor(code: RailApiErrorCode, message: string, { said = "", retryAfterMs = 0 } = {}) {
    super(message);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.#said = said;
  }

  /** The service's words about refused fields, 1,000 characters at most; empty if not `invalid`. */
  get said(): string {
    return this.#said;
  }

  /** Whether a POST can have taken effect. `unknown` is found out by reading. */
  get outcome(): PostOutcome {
    if (this.code === "unauthenticated" || this.code === "invalid") return "not-created";
    return this.code === "not-sent" ? "not-sent" : "unknown";
  }
}

/** What a person reads in place of something that could not be read from the Rail service. */
export const serviceTroubleSentence = (code: RailApiErrorCode): string => SENTENCES[code];

const SENTENCES: Record<RailApiErrorCode, string> = {
  unauthenticated:
    "The Rail service does not accept this workspace's token. An administrator must replace it.",
  "not-found": "The Rail service shows no such Rail for this company.",
  invalid: "The Rail service refused the request.",
  "not-sent": "The Rail service cannot be reached. An administrator can check its address.",
  unavailable: "The Rail service does not answer at the moment. Try again in a minute.",
  "unexpected-response":
    "The Rail service's answer is not as documented. An administrator can check its address.",
  incomplete: "The Rail service shows fewer Rails than it counts. Try again in a minute.",
  "page-elsewhere":
    "The Rail service's next page lies outside its base address. An administrator can check it.",
};
