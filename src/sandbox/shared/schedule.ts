/** How soon it is noticed that something is due, or that the clock was moved. */
const LOOKS_EVERY_MS = 250;

/** Timers by a clock that may be moved: each fires once, when that clock says so. */
export function createSchedule(now: () => number) {
  const waiting = new Set<{ at: number; run: () => void }>();
  const looks = setInterval(() => {
    for (const each of waiting) {
      if (each.at > now()) continue;
      waiting.delete(each);
      each.run();
    }
  }, LOOKS_EVERY_MS).unref();

  return {
    later: (ms: number, run: () => void): void => void waiting.add({ at: now() + ms, run }),
    /** Cancels all timers. */
    stop(): void {
      clearInterval(looks);
      waiting.clear();
    },
  };
}
