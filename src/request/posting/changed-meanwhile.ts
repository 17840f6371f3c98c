import { Overtaken } from "../../platform/queue/why-failed.ts";

export class ChangedMeanwhile extends Overtaken {
  override readonly name = "ChangedMeanwhile";

  constructor() {
    super("The request has changed before a message about it could leave; looked at again");
  }
}
