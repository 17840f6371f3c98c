export type StoreErrorCode =
  /** Another transaction saved first: read again, decide again. */
  | "conflict"
  /** ENCRYPTION_KEYS lacks the key, or the text was changed. */
  | "cannot-unseal"
  /** A row is not as Signalbox wrote it. */
  | "row-changed"
  /** Another process has the embedded directory open. */
  | "in-use"
  /** The embedded directory cannot be read by this version. */
  | "cannot-open";

export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Whether a stored secret cannot be opened because ENCRYPTION_KEYS lacks the key. */
export function isKeyMissing(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "cannot-unseal";
}

/** Whether a row is not as Signalbox wrote it. */
export function isRowChanged(error: unknown): error is Error {
  return error instanceof StoreError && error.code === "row-changed";
}
