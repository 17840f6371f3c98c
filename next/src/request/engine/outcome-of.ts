import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import type { Outcome } from "../rules/outcome.ts";
import type { Request } from "../rules/request.ts";
import type { Context } from "./context.ts";

/** The client for a POST; null where it cannot be had just now, before anything is sent. */
export async function apiFor(
  context: Context,
  { workspace, content }: Request,
): Promise<RailApi | null> {
  try {
    return await context.railApi(workspace, content.connection.id);
  } catch (error) {
    context.log.error(
      { err: error, workspace },
      "the connection to the Rail service cannot be used",
    );
    return null;
  }
}

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
