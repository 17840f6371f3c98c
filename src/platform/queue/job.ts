import type { StepName } from "../../request/rules/next-step.ts";
import type { RequestRef } from "./request-ref.ts";

export type JobName =
  | StepName
  | "update-approval-card"
  | "raise-alarm"
  | "withdraw-instructions"
  | "remind-approvers"
  | "tell-ending"
  | "void-request"
  | "wake-request";

export interface Job {
  name: JobName;
  request: RequestRef;
  /** ISO 8601; at once when absent. */
  startAfter?: string;
  /** Only where nothing else is going to do it: no such job waits, is under way or was given up a moment ago. */
  isWakeUp?: boolean;
}

/** A job that was tried as often as it may be. It is begun anew at growing pauses, or when someone says so. */
export interface DeadLetter {
  job: JobName;
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
