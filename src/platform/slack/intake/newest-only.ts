interface Turn {
  /** The view from which the press came. */
  hash: string;
  /** Draws on the view of this hash, and returns its new hash; undefined if that view is gone. */
  draw(hash: string): Promise<string | undefined>;
}

/**
 * Draws one view at a time; of the presses that come while one is drawn, only the last one follows it. What is drawn last
 * is then what was typed last, and Slack's hash keeps every press from drawing over a newer view. A person's client still
 * had the older view when the later of two key presses was made, so that one draws on what the first one left.
 */
export function createNewestOnly() {
  const underWay = new Map<string, Turn | undefined>();

  return async function drawNewest(viewId: string, first: Turn): Promise<void> {
    if (underWay.has(viewId)) {
      underWay.set(viewId, first);
      return;
    }
    const failures: unknown[] = [];
    for (let turn: Turn | undefined = first; turn; ) {
      underWay.set(viewId, undefined);
      const { hash }: Turn = turn;
      // One that fails must not take the newest one with it.
      const drawn: string | undefined = await turn
        .draw(hash)
        .catch((error: unknown) => void failures.push(error));
      const next: Turn | undefined = underWay.get(viewId);
      turn = next && { ...next, hash: next.hash === hash ? (drawn ?? hash) : next.hash };
    }
    underWay.delete(viewId);
    if (failures.length > 0) throw failures[0];
  };
}
