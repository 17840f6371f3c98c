import { Overtaken } from "../../platform/queue/why-failed.ts";

export class ChangedMeanwhile extends Overtaken {
  override readonly name = "ChangedMeanwhile";

  constructor() {
    super("The request has changed before a message about it could leave; looked at again");
  }
}

export class DrawnMeanwhile extends Overtaken {
  override readonly name = "DrawnMeanwhile";

  /** `what` begins a sentence: "The card". */
  constructor(what: string) {
    super(`${what} was drawn by another run meanwhile; drawn again`);
  }
}
