import { isKeyMissing } from "../database/store-error.ts";
import { ClockOff } from "../process/clock.ts";
import { RailApiError } from "../rail-api/rail-api-error.ts";
import { MessengerError } from "../slack/messenger-error.ts";

/** An error with a message for people, which holds nothing that was sent or answered. */
export class ToldError extends Error {}

/** Another run or a person was faster: the next try sees the present state. */
export class Overtaken extends ToldError {}

/** Their messages are written for people, and hold nothing that was sent or answered. */
const TOLD = [RailApiError, MessengerError, ClockOff, ToldError];

/**
 * What went wrong, as the job's row keeps it and as people read it. The message of any other error may quote a
 * statement, a row or a header: only the log tells it.
 */
export function whyFailed(error: unknown): string {
  if (isKeyMissing(error)) return error.message;
  if (error instanceof Error && TOLD.some((each) => error instanceof each)) return error.message;
  const kind = error instanceof Error ? error.name : typeof error;
  const isCoded = typeof error === "object" && error !== null && "code" in error;
  const code = isCoded && typeof error.code === "string" ? ` ${error.code}` : "";
  return `Unexpected: ${kind}${code}. The log says more`;
}
