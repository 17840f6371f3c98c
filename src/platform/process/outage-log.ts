import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";

/** Says in the log what went wrong, and at what. */
export type Tell = (error: unknown, what: string) => void;

export interface OutageLog {
  tell: Tell;
  /** Stops looking whether the database is back. */
  stop(): void;
}

const LOOK_EVERY_MS = 1_000;

/**
 * While the database is away everything that looks into it fails, many times a second. Of that the log tells in two lines,
 * one when it begins and one when it ends, and of each failure only at the level `debug`. What fails while the database
 * answers is told as ever. `ask` throws where it does not answer.
 */
export function createOutageLog(ask: () => Promise<unknown>, logger: Logger): OutageLog {
  let untold: { err: unknown; what: string }[] = [];
  let isLooking = false;
  let isStopped = false;

  async function look(): Promise<void> {
    isLooking = true;
    let heldBack = 0;
    let fault = await faultOf(ask);
    if (fault) logger.error(fault, "the database does not answer");
    while (fault && !isStopped) {
      await pause(LOOK_EVERY_MS, undefined, { ref: false });
      fault = await faultOf(ask);
      heldBack += tellAll("debug");
      if (!fault) logger.warn({ heldBack }, "the database answers again");
    }
    tellAll("error");
    isLooking = false;
  }

  function tellAll(level: "debug" | "error"): number {
    const failures = untold;
    untold = [];
    for (const { err, what } of failures) logger[level]({ err }, what);
    return failures.length;
  }

  return {
    tell(err, what) {
      untold.push({ err, what });
      if (!isLooking) void look();
    },
    stop() {
      isStopped = true;
    },
  };
}

/** Undefined where it succeeds. */
const faultOf = (ask: () => Promise<unknown>) =>
  ask().then(
    () => undefined,
    (err: unknown) => ({ err }),
  );
