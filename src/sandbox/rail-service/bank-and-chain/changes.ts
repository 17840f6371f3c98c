/** Tells who watches the books of a company that they have changed. */
export function createChanges() {
  const watchers = new Set<{ company: string | null; listener: () => void }>();
  return {
    tell(company: string): void {
      for (const each of watchers) {
        if (each.company === null || each.company === company) each.listener();
      }
    },
    /** Returns the function that ends the watching: of one company, or of all where null is given. */
    watch(company: string | null, listener: () => void): () => void {
      const watcher = { company, listener };
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

export type Changes = ReturnType<typeof createChanges>;
