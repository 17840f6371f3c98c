/** A moved clock is noticed within this time. */
const LOOKS_EVERY_MS = 250;

/** Timers by a clock that may be moved: each fires once, when that clock says so. */
export function createSchedule(now: () => number) {
  let waiting: { at: number; run: () => void }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function look(): void {
    const due = waiting.filter(({ at }) => at <= now());
    waiting = waiting.filter((each) => !due.includes(each));
    for (const { run } of due) run();
    wakeForNext();
  }

  function wakeForNext(): void {
    clearTimeout(timer);
    if (waiting.length === 0) return;
    const next = waiting.reduce((first, { at }) => Math.min(first, at), Infinity) - now();
    timer = setTimeout(look, Math.min(Math.max(next, 0), LOOKS_EVERY_MS)).unref();
  }

  return {
    /** Returns the function that cancels it. */
    later(ms: number, run: () => void): () => void {
      const entry = { at: now() + ms, run };
      if (!isStopped) waiting.push(entry);
      wakeForNext();
      return () => {
        waiting = waiting.filter((each) => each !== entry);
      };
    },
    /** Cancels all timers, and takes no more. */
    stop(): void {
      isStopped = true;
      waiting = [];
      clearTimeout(timer);
    },
  };
}
