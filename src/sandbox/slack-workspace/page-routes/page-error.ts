/** The page may not do this; the message is for the person at the page. */
export class PageError extends Error {
  override readonly name = "PageError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
