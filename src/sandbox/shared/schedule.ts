/** How long a clock that was moved may go unnoticed. */
const LOOKS_EVERY_MS = 250;

/** What is to happen later, by a clock that may be moved: it comes when that clock says so, and then once. */
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
    /** Returns what forgets it again. */
    later(ms: number, run: () => void): () => void {
      const entry = { at: now() + ms, run };
      if (!isStopped) waiting.push(entry);
      wakeForNext();
      return () => {
        waiting = waiting.filter((each) => each !== entry);
      };
    },
    /** Forgets what has not happened yet, and takes no more. */
    stop(): void {
      isStopped = true;
      waiting = [];
      clearTimeout(timer);
    },
  };
}

export type Schedule = ReturnType<typeof createSchedule>;
