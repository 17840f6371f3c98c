/** Values are known by an id for a limited time, so that memory does not grow without end. */
export interface Passing<T> {
  add(id: string, value: T): void;
  get(id: string): (T & { readonly addedAt: number }) | undefined;
}

/**
 * Each value is known for at least `forMs` milliseconds. A later `add` forgets those that are
 * older.
 */
export function createPassing<T extends object>(now: () => number, forMs: number): Passing<T> {
  // A Map keeps the order of arrival, so the oldest come first.
  const known = new Map<string, T & { addedAt: number }>();

  return {
    add(id, value) {
      for (const [old, { addedAt }] of known) {
        if (now() - addedAt <= forMs) break;
        known.delete(old);
      }
      known.set(id, { ...value, addedAt: now() });
    },
    get: (id) => known.get(id),
  };
}
