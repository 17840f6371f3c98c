import { messageOf } from "./error-facts.ts";

interface Stopping {
  stop: () => Promise<void>;
  /** Prints why the process did not end well, and ends it with 1. */
  fail: (title: string, fault: string) => void;
  now: () => number;
  wait: (ms: number) => Promise<void>;
}

/** Docker and others kill ten seconds after they have asked. */
const WITHIN_MS = 9_000;
/** npm passes on a Ctrl-C that the terminal has sent to the process already. */
const ONE_PRESS_MS = 1_000;

/**
 * On the first SIGINT or SIGTERM stops what runs, and ends the process with 0. Ends it with 1 if
 * that fails or takes too long, and at once on a second signal.
 */
export function stopOnSignal({ stop, fail, now, wait }: Stopping): void {
  let askedAt: number | undefined;

  async function onSignal(): Promise<void> {
    if (askedAt !== undefined) {
      if (now() - askedAt > ONE_PRESS_MS) process.exit(1);
      return;
    }
    askedAt = now();
    void wait(WITHIN_MS).then(() => {
      const fault = "Its work resumes at the next start, or in another process.";
      fail(`Signalbox did not stop within ${WITHIN_MS / 1_000} seconds.`, fault);
    });
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      fail("Signalbox did not stop cleanly:", messageOf(error));
    }
  }

  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void onSignal());
}
