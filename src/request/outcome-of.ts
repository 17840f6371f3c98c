import { RailApiError } from "../platform/rail-api/rail-api-error.ts";
import type { Outcome } from "./rules/outcome/outcome.ts";

/** What is known after a POST that threw: whatever is no documented refusal and did go out may have taken effect. */
export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof RailApiError)) return { type: "unknown" };
  switch (error.outcome) {
    case "not-sent":
      return { type: "not-sent", because: "no-connection" };
    case "unknown":
      return { type: "unknown" };
    case "not-created":
      return error.code === "unauthenticated" || error.code === "not-listed"
        ? { type: "unauthenticated" }
        : { type: "refused", message: error.said, fieldErrors: error.fieldErrors };
  }
}
