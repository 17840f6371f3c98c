/** Something the page may not do, in words for the person at the page. */
export class PageError extends Error {
  override readonly name = "PageError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
