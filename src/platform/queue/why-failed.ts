import { isKeyMissing } from "../database/is-key-missing.ts";
import { ClockOff } from "../process/clock.ts";
import { RailApiError } from "../rail-api/rail-api-error.ts";
import { MessengerError } from "../slack/messenger-error.ts";
import { ToldError } from "./told-error.ts";

/** Their messages are written for people, and hold nothing that was sent or answered. */
const TOLD = [RailApiError, MessengerError, ClockOff, ToldError];

/**
 * What went wrong, as the job's row keeps it and as people read it. The message of any other error may quote a
 * statement, a row or a header: of that only the log tells.
 */
export function whyFailed(error: unknown): string {
  if (isKeyMissing(error)) return error.message;
  if (error instanceof Error && TOLD.some((each) => error instanceof each)) return error.message;
  const kind = error instanceof Error ? error.name : typeof error;
  const code = codeOf(error);
  return `Unexpected: ${kind}${code === undefined ? "" : ` ${code}`}. The log says more`;
}

function codeOf(error: unknown): string | undefined {
  const isCoded = typeof error === "object" && error !== null && "code" in error;
  return isCoded && typeof error.code === "string" ? error.code : undefined;
}
