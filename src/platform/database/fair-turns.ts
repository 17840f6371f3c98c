import { AsyncLocalStorage } from "node:async_hooks";

const WAITS_AT_MOST_MS = 5_000;

const names = new AsyncLocalStorage<string>();

/** Whatever `run` asks of the database, even in the background, takes its turns under this name. */
export const inTurnOf = <Done>(name: string, run: () => Done): Done => names.run(name, run);

/** Lets in so many at once, and of one name one less: thousands that wait under one name leave the others their way. */
export interface FairTurns {
  /** Waits for a place; the caller calls what this returns once, and frees it. Throws after five seconds. */
  enter(): Promise<() => void>;
}

/** Names take turns: one waiting caller of each gets in before the second of any. Callers without a name share one. */
export function createFairTurns(places: number): FairTurns {
  const inside = new Map<string, number>();
  const waiting = new Map<string, Set<() => void>>();
  const mostOfOne = Math.max(1, places - 1);
  let free = places;

  const mayEnter = (name: string) => free > 0 && (inside.get(name) ?? 0) < mostOfOne;

  function take(name: string): () => void {
    free -= 1;
    inside.set(name, (inside.get(name) ?? 0) + 1);
    return () => {
      free += 1;
      const left = (inside.get(name) ?? 1) - 1;
      if (left > 0) inside.set(name, left);
      else inside.delete(name);
      letIn();
    };
  }

  function letIn(): void {
    for (const [name, queue] of waiting) {
      if (free === 0) return;
      const [first] = queue;
      if (first === undefined || !mayEnter(name)) continue;
      // Behind the names that wait, too.
      waiting.delete(name);
      queue.delete(first);
      if (queue.size > 0) waiting.set(name, queue);
      first();
    }
  }

  return {
    async enter() {
      const name = names.getStore() ?? "";
      if (mayEnter(name) && !waiting.has(name)) return take(name);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const queue = waiting.get(name) ?? new Set();
      const enter = () => {
        clearTimeout(patience);
        resolve(take(name));
      };
      const patience = setTimeout(() => {
        queue.delete(enter);
        if (queue.size === 0 && waiting.get(name) === queue) waiting.delete(name);
        reject(new Error("No connection to the database became free in time"));
      }, WAITS_AT_MOST_MS);
      waiting.set(name, queue.add(enter));
      return promise;
    },
  };
}
