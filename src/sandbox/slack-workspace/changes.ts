/** What may have to be drawn again. The page reads the new state itself. */
type Change =
  | { kind: "channel"; channel: string }
  | { kind: "modal"; user: string }
  | { kind: "home"; user: string }
  | { kind: "apps" }
  | { kind: "clock" }
  | { kind: "faults" }
  | { kind: "traffic" };

export function createChanges() {
  const listeners = new Set<(change: Change) => void>();
  return {
    tell: (change: Change): void => {
      for (const listener of listeners) listener(change);
    },
    /** Returns the function that ends the subscription. */
    listen(listener: (change: Change) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type Changes = ReturnType<typeof createChanges>;
