/**
 * Each code is named by what the caller can do about it. A person reads its sentence in place of
 * what could not be read.
 */
export const SERVICE_TROUBLE = {
  unauthenticated:
    "Signalbox has no token that the Rail service accepts. An administrator or your Signalbox operator must enter one.",
  /** No Rail of this company has that id. */
  "not-found": "The Rail service shows no such Rail for this company.",
  /** The service refused fields of a POST, and `said` which. */
  invalid: "The Rail service refused the request.",
  /** No connection was opened. */
  "not-sent": "The Rail service cannot be reached. Your Signalbox operator can check its address.",
  /** Silent, overloaded or cut off. */
  unavailable: "The Rail service does not answer at the moment. Try again in a minute.",
  "unexpected-response":
    "The Rail service gave an unexpected answer. Your Signalbox operator can check its address.",
  incomplete: "The Rail service shows fewer Rails than it counts. Try again in a minute.",
  "page-elsewhere":
    "The Rail service's list continues outside its base address. Your Signalbox operator can check it.",
};

export type RailApiErrorCode = keyof typeof SERVICE_TROUBLE;

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
  get outcome(): "not-created" | "not-sent" | "unknown" {
    if (this.code === "unauthenticated" || this.code === "invalid") return "not-created";
    return this.code === "not-sent" ? "not-sent" : "unknown";
  }
}

/** What a connection's failure proves: nothing was sent only if it never opened. */
export function connectionError(operation: string, error: unknown): RailApiError {
  const names = errorNames(error);
  return isNeverOpened(error)
    ? new RailApiError("not-sent", `${operation}: no connection could be opened (${names})`)
    : new RailApiError("unavailable", `${operation}: the connection was lost (${names})`);
}

/**
 * True only if looking up the name or connecting failed, for every address tried: then no byte has
 * left. The error's `code` proves nothing: ETIMEDOUT and EHOSTUNREACH also end open connections.
 */
function isNeverOpened(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) {
    return error.errors.every(isNeverOpened);
  }
  if ("syscall" in error) return error.syscall === "connect" || error.syscall === "getaddrinfo";
  if ("code" in error) return error.code === "UND_ERR_CONNECT_TIMEOUT";
  return isNeverOpened(error.cause);
}

/** Names and codes alone: ky's errors carry the request with its token. */
function errorNames(error: unknown): string {
  const names: string[] = [];
  for (let link = error; link instanceof Error; link = link.cause) {
    names.push("code" in link && link.code ? `${link.name} ${link.code}` : link.name);
  }
  return names.join(" < ");
}
