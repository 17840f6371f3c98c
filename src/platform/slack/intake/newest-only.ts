export interface NewestOnly {
  /** Runs it, unless newer work comes for the same key before its turn. */
  run(key: string, work: () => Promise<void>): Promise<void>;
  /** Resolves once nothing runs or waits for this key. */
  settled(key: string): Promise<void>;
}

type Work = () => Promise<void>;

/**
 * Runs one piece of work at a time for each key; of those that come while one runs, only the last one follows it. What
 * is drawn last is then what was typed last: Slack's own hash would turn the later of two key presses away, because the
 * person's client still had the older view when it was pressed.
 */
export function createNewestOnly(): NewestOnly {
  const underWay = new Map<string, { next: Work | undefined; done: Promise<void> }>();

  async function runAll(key: string, first: Work): Promise<void> {
    const failures: unknown[] = [];
    for (let work: Work | undefined = first; work; ) {
      // One that fails must not take the newest one with it.
      await work().catch((error: unknown) => failures.push(error));
      const turn = underWay.get(key);
      work = turn?.next;
      if (turn) turn.next = undefined;
    }
    underWay.delete(key);
    if (failures.length > 0) throw failures[0];
  }

  return {
    async run(key, work) {
      const running = underWay.get(key);
      if (running) {
        running.next = work;
        return;
      }
      const done = runAll(key, work);
      underWay.set(key, { next: undefined, done });
      await done;
    },
    async settled(key) {
      await Promise.allSettled([underWay.get(key)?.done]);
    },
  };
}
