export type News = Awaited<ReturnType<typeof listenToNews>>;

type There<T> = Exclude<T, undefined | null | false>;

const PATIENCE_MS = 20_000;

/**
 * What the page of a workspace hears of: every message, view, call and delivery. Resolves once its
 * stream of events is open.
 */
export async function listenToNews(workspaceUrl: string, team?: string) {
  const stopping = new AbortController();
  const of = team === undefined ? "" : `?team=${team}`;
  const stream = await fetch(`${workspaceUrl}/page/events${of}`, { signal: stopping.signal });
  let changes = 0;
  let next = Promise.withResolvers<void>();
  const opened = next.promise;
  const follow = async () => {
    for await (const _ of stream.body ?? []) {
      changes += 1;
      next.resolve();
      next = Promise.withResolvers();
    }
  };
  // It ends with the stage, in the middle of an event.
  follow().catch(() => {});
  await opened;

  return {
    /**
     * Asks at once, and again whenever something has changed, until the answer is neither
     * undefined, null nor false. An error counts as "not yet". Throws when a person would give up.
     */
    async until<T>(ask: () => Promise<T> | T, what: string): Promise<There<T>> {
      const late = AbortSignal.timeout(PATIENCE_MS);
      const over = new Promise<void>((resolve) => late.addEventListener("abort", () => resolve()));
      for (;;) {
        const before = changes;
        const [seen, why] = await Promise.resolve()
          .then(ask)
          .then(
            (answer) => [answer, JSON.stringify(answer)] as const,
            (error: unknown) => [undefined, String(error)] as const,
          );
        if (isThere(seen)) return seen;
        if (late.aborted) throw new Error(`Nobody saw ${what}. The last answer was ${why}.`);
        if (changes === before) await Promise.race([next.promise, over]);
      }
    },
    stop: () => stopping.abort(),
  };
}

function isThere<T>(seen: T): seen is There<T> {
  return seen !== undefined && seen !== null && seen !== false;
}
