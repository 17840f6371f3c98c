import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import type { Outcome } from "../rules/outcome.ts";
import type { Context } from "./context.ts";

/**
 * What a POST that threw has come to. Whatever is not proven to be otherwise is unknown, faults of
 * our own included.
 */
export function outcomeOf({ log }: Context, error: unknown): Outcome {
  log.warn({ err: error }, "a POST to the Rail service failed");
  if (!(error instanceof RailApiError)) return { is: "unknown" };
  switch (error.outcome) {
    case "not-sent":
      return { is: "not-sent" };
    case "not-created":
      return error.code === "unauthenticated"
        ? { is: "not-created", because: "token", said: "" }
        : { is: "not-created", because: "invalid", said: error.said };
    case "unknown":
      return { is: "unknown" };
  }
}
