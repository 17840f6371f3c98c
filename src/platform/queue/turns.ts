/** Longer than a job holds up its queue, where several run at once. */
const TURN_MS = 1_000;

/** Gives workspaces their turns: a job waits behind the first of everybody else, not behind all of one workspace. */
export interface Turns {
  /** In milliseconds: how much later than now a further job of this workspace is lined up in this queue. */
  next(queue: string, workspaceId: string): number;
  /** Nothing waits in this queue: from now on every workspace is lined up at once again. */
  restart(queue: string): void;
}

/** This process gives turns to the jobs that it asks for; others know nothing of them, and give their own. */
export function createTurns(): Turns {
  const taken = new Map<string, Map<string, number>>();
  const now = () => performance.now();
  return {
    next(queue, workspaceId) {
      const workspaces = taken.get(queue) ?? new Map<string, number>();
      const since = now();
      const at = Math.max(since, (workspaces.get(workspaceId) ?? -Infinity) + TURN_MS);
      taken.set(queue, workspaces.set(workspaceId, at));
      return at - since;
    },
    restart: (queue) => void taken.delete(queue),
  };
}
