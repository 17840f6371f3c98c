import type { Logger } from "pino";
import { DatabaseError, endsConnection } from "../database/database-error.ts";
import { SlackError } from "../slack/slack-error.ts";

const SECOND = 1_000;

/**
 * Waits for what an operator may still be starting. What waiting cannot mend says so by its own
 * class.
 */
export async function untilThere<T>(
  { wait, log }: { wait(ms: number): Promise<void>; log: Logger },
  what: string,
  reach: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await reach();
    } catch (error) {
      if (!isPassing(error)) throw error;
      log.warn({ err: error }, `${what} does not answer yet; trying again`);
      await wait(Math.min(tries, 10) * SECOND);
    }
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof SlackError) return error.code === "limited" || error.code === "unavailable";
  return !(error instanceof DatabaseError) && endsConnection(error);
}
