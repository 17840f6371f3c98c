export type StartErrorCode =
  | "port-unusable"
  | "data-dir-in-use"
  | "data-dir-unusable"
  | "token-repeated";

/** The Rail service cannot start; the message tells the person who started it why. */
export class StartError extends Error {
  override readonly name = "StartError";
  readonly code: StartErrorCode;

  constructor(code: StartErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
