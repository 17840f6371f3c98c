export type StartErrorCode =
  | "port-unusable"
  | "data-dir-in-use"
  | "data-dir-unusable"
  | "token-repeated";

/** The Rail service could not start; the message is for the person who started it. */
export class StartError extends Error {
  override readonly name = "StartError";
  readonly code: StartErrorCode;

  constructor(code: StartErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
