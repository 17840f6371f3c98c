/** Whether a secret that is kept cannot be opened, since ENCRYPTION_KEYS lacks the key: the store's `cannot-unseal`. */
export function isKeyMissing(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "cannot-unseal";
}
