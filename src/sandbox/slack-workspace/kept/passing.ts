/** What is known by an id for a time, and then forgotten, so that nothing grows for ever. */
export interface Passing<T> {
  add(id: string, value: T): void;
  get(id: string): (T & { readonly addedAt: number }) | undefined;
}

/** Each is known for at least `forMs` milliseconds, and forgotten when another is added after them. */
export function createPassing<T extends object>(now: () => number, forMs: number): Passing<T> {
  // In the order in which they came: the oldest are first.
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
