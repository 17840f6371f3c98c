import type { Clock } from "../../src/sandbox/slack-workspace/control/clock.ts";
import type { TestDatabase } from "./postgres.ts";

export type MovableClock = ReturnType<typeof createMovableClock>;

/** One clock for the workspace, the Rail service, the database and every process. */
export const createMovableClock = (slack: Clock, database: TestDatabase) => ({
  /** Milliseconds since 1970. */
  now: slack.now,
  /** Rejects when aborted. */
  wait: (ms: number, signal?: AbortSignal) => wait(slack, slack.now() + ms, signal),
  /** At once: every wait in between ends, and all of it is late. */
  async jump(ms: number): Promise<void> {
    await database.advance(Math.ceil(ms));
    slack.advance(Math.ceil(ms));
  },
});

function wait({ now, onMove }: Clock, until: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    clearTimeout(timer);
    const left = until - now();
    if (left <= 0) resolve();
    else timer = setTimeout(look, Math.min(left, 2 ** 31 - 1)).unref();
  };
  const forget = onMove(look);
  const abort = () => reject(signal?.reason);
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();
  else look();
  return promise.finally(() => {
    clearTimeout(timer);
    forget();
    signal?.removeEventListener("abort", abort);
  });
}
