import type { RequestRef } from "./request-ref.ts";

/** How the queue treats a kind of background work about one request. */
export interface JobSettings {
  name: string;
  /** For people, after the request's number: "drawing its card". */
  does: string;
  expireInSeconds: number;
  /** One active job per request, so that two redraws of a card cannot overtake each other. */
  isOneAtATime?: true;
  /** The usual number of tries when absent. */
  retryLimit?: number;
}

/** Work about one request. It may run twice, and late, so it looks at the state first. */
export interface Job<Context, Name extends string = string> extends JobSettings {
  name: Name;
  work: (context: Context, ref: RequestRef) => Promise<void>;
}

/** How often the queue asks for a kind of work that belongs to no request. */
export interface ChoreSettings {
  name: string;
  everySeconds: number;
  expireInSeconds: number;
}

/** Work that belongs to the clock. One process does it at a time. */
export interface Chore<Context> extends ChoreSettings {
  work: (context: Context) => Promise<void>;
}

/** All that a queue can be asked for. */
export interface WorkList {
  jobs: readonly JobSettings[];
  chores: readonly ChoreSettings[];
}

/** A company may have very many Rails, in pages of a size that is not ours to choose. */
export const WALK_SECONDS = 1_800;

/** The engine adds its names by `declare module`: the compiler rejects a job that nobody does. */
// biome-ignore lint/suspicious/noEmptyInterface: the platform itself has no jobs
export interface JobNames {}

export interface QueuedJob {
  name: keyof JobNames;
  request: RequestRef;
  /** ISO 8601; at once when absent. */
  startAfter?: string;
  /** At most two seconds later, by the database's clock: a run that begins before serves it too. */
  afterMs?: number;
  /** Only if nothing else will do it: no such job waits, is under way or was given up a moment ago. */
  isWakeUp?: boolean;
}

/** A job that was tried as often as it may be. It is begun anew at growing pauses, or when someone says so. */
export interface DeadLetter {
  job: string;
  /** As the job's settings say it. */
  does: string;
  request: RequestRef;
  /** ISO 8601: since when it fails. */
  failedAt: string;
  /** For people: free of secrets, and of what the services answered. */
  because: string;
}

/** How the background work of a workspace is doing. */
export interface QueueHealth {
  /** Newest first, one for each job and request. */
  deadLetters(workspaceId: string): Promise<readonly DeadLetter[]>;
  /** Has them all tried again; how many. */
  retryDeadLetters(workspaceId: string): Promise<number>;
  /** Since when, in ISO 8601, the oldest job waits that could be done now; null when none does. */
  oldestWaiting(workspaceId: string): Promise<string | null>;
  /** How many jobs could be done now. */
  waiting(workspaceId: string): Promise<number>;
}
