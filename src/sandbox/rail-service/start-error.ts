/** The Rail service cannot start; the message tells the person who started it why. */
export class StartError extends Error {
  override readonly name = "StartError";
}
