/** The message is written for people; the job is tried again. */
export class DrawnMeanwhile extends Error {
  override readonly name = "DrawnMeanwhile";

  /** `what`: "The card", at the beginning of a sentence. */
  constructor(what: string) {
    super(`${what} was drawn by another run meanwhile; drawn again`);
  }
}
