import { ToldError } from "../platform/queue/why-failed.ts";

/** Thrown for a job to be tried again: nobody's approval lapses because Slack did not answer. */
export class StandingsNotKnown extends ToldError {
  override readonly name = "StandingsNotKnown";

  constructor() {
    super("Slack could not say whether the approvers still count; tried again");
  }
}
