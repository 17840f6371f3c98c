/** An id of the service's that can be kept and asked for again: text that a database and a URL can hold. */
export function isUsableId(id: string | null): id is string {
  return id !== null && id !== "" && id.length <= 255 && id.isWellFormed() && !/\p{Cc}/u.test(id);
}
