import { StoreError } from "../../src/platform/database/store-error.ts";
import { RailApiError } from "../../src/platform/rail-api/rail-api-error.ts";
import { MessengerError } from "../../src/platform/slack/messenger-error.ts";
import { IncompleteWalk } from "../../src/rail/creating/walk-rails.ts";
import { ChangedMeanwhile, DrawnMeanwhile } from "../../src/request/posting/meanwhile.ts";
import { StandingsNotKnown } from "../../src/request/who-is.ts";

/** Thrown for a job to be tried again. */
export function isKnown(error: unknown): boolean {
  return (
    error instanceof RailApiError ||
    error instanceof MessengerError ||
    error instanceof StandingsNotKnown ||
    error instanceof DrawnMeanwhile ||
    error instanceof IncompleteWalk ||
    error instanceof ChangedMeanwhile ||
    (error instanceof StoreError && error.code === "conflict")
  );
}
