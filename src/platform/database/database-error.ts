export type DatabaseErrorCode =
  /** Put the key back into ENCRYPTION_KEYS. */
  | "missing-key"
  /** Enter the token again. */
  | "unsealable"
  /** Find out who changed the row. */
  | "not-ours"
  /** Nothing was saved: try again. */
  | "not-committed"
  /** Stop the other process, or set DATA_DIR to another directory. */
  | "in-use"
  /** Set DATA_DIR to a directory that this version can open. */
  | "cannot-open"
  /** Run `npm run operate -- schema`, or point DATABASE_URL at a writable server. */
  | "not-fit";

export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The five-character code of an error that PostgreSQL answered; null for any other error. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !("severity" in error) || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/** The constraint that an insert or update would have broken; null for any other error. */
export function brokenConstraint(error: unknown): string | null {
  if (sqlState(error) !== "23505" || !(error instanceof Error)) return null;
  return "constraint" in error && typeof error.constraint === "string" ? error.constraint : null;
}

/**
 * Whether a connection is lost: PostgreSQL ended it with this error, did not answer, or has become
 * read-only, as behind a proxy that missed a switch-over.
 */
export function endsConnection(error: unknown): boolean {
  return /^(57P|08|25P0[34]|25006)/.test(sqlState(error) ?? "08");
}
