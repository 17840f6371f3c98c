/** What may have to be drawn again. The page reads the new state itself. */
type Change =
  | { kind: "channel"; channel: string }
  | { kind: "modal"; user: string }
  | { kind: "home"; user: string }
  | { kind: "apps" }
  | { kind: "clock" }
  | { kind: "faults" }
  | { kind: "traffic" };

export interface Changes {
  tell(change: Change): void;
  /** Returns the function that ends the subscription. */
  listen(listener: (change: Change) => void): () => void;
}

export function createChanges(): Changes {
  const listeners = new Set<(change: Change) => void>();
  return {
    tell: (change) => {
      for (const listener of listeners) listener(change);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
