import { messageOf } from "./error-facts.ts";

export interface Stopping {
  stop(): Promise<void>;
  /** Prints why the process did not end well, and ends it with 1. */
  fail(title: string, faults: readonly string[]): void;
  /** Milliseconds. */
  within?: number;
}

/** Docker and others kill ten seconds after they have asked: what has not ended by then is better left with a word. */
const WITHIN_MS = 9_000;
/** npm hands Ctrl-C on to a process that the terminal has told already. */
const ONE_PRESS_MS = 1_000;

/**
 * On the first SIGINT or SIGTERM stops what runs, and then ends the process with 0. It ends with 1 when that fails or takes
 * too long, and at once when whoever asked asks again.
 */
export function stopOnSignal({ stop, fail, within = WITHIN_MS }: Stopping): void {
  let askedAt: number | undefined;

  async function onSignal(): Promise<void> {
    const now = performance.now();
    if (askedAt !== undefined) {
      if (now - askedAt > ONE_PRESS_MS) process.exit(1);
      return;
    }
    askedAt = now;
    const isLate = setTimeout(() => {
      fail("Signalbox did not stop in time:", [
        `It was ended after ${within / 1000} seconds. Its work resumes at the next start, or in another process.`,
      ]);
    }, within);
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      clearTimeout(isLate);
      fail("Signalbox did not stop cleanly:", [messageOf(error)]);
    }
  }

  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void onSignal());
}
