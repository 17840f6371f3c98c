/** Tells who watches the books of a company that they have changed. */
export interface Changes {
  tell(company: string): void;
  /** Returns the function that ends the watching: of one company, or of all where null is given. */
  watch(company: string | null, listener: () => void): () => void;
}

export function createChanges(): Changes {
  const watchers = new Set<{ company: string | null; listener: () => void }>();
  return {
    tell(company) {
      for (const each of watchers) {
        if (each.company === null || each.company === company) each.listener();
      }
    },
    watch(company, listener) {
      const watcher = { company, listener };
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
