/** The message is written for people; the job is tried again. */
export class ChangedMeanwhile extends Error {
  override readonly name = "ChangedMeanwhile";

  constructor() {
    super("The request has changed before a message about it could leave; looked at again");
  }
}
