/**
 * What `work` makes of it within so many milliseconds; beyond them throws what `late` makes. Its
 * signal aborts what is under way once the time is over, and ends the wait once the work is done.
 */
export async function inTime<Result>(
  wait: (ms: number, signal?: AbortSignal) => Promise<void>,
  ms: number,
  late: () => Error,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const timeOut = wait(ms, over.signal).then(() => {
    throw late();
  });
  try {
    return await Promise.race([work(over.signal), timeOut]);
  } finally {
    over.abort();
  }
}
