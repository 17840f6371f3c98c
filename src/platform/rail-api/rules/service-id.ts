/** An id of the service's that can be kept and asked for again: text that a database and a URL can hold. */
export function isUsableId(id: string | null): id is string {
  return isShortId(id) && id !== "" && id.isWellFormed() && !/\p{Cc}/u.test(id);
}

/** One that an index of the database can hold, whatever it is made of. */
export function isShortId(id: string | null): id is string {
  return id !== null && id.length <= 255;
}
