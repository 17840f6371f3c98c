import type { Queue } from "pg-boss";
import type { JobName } from "./job.ts";

/** Work that belongs to no request. */
export type ChoreName =
  | "sweep"
  | "watch-cards"
  | "read-rails"
  | "announce-freeze"
  | "announce-changes"
  | "watch-quorums"
  | "verify-audits";

/** Where a job goes that was tried as often as it may be. */
export const DEAD_LETTERS = "dead-letters";

const RETRIES = { retryLimit: 8, retryDelay: 1, retryBackoff: true, retryDelayMax: 120 };
/** One active job per request, so that two redraws of a card cannot overtake each other. */
const ONE_AT_A_TIME = { policy: "singleton" };

/** A company may have very many Rails, in pages of a size that is not ours to choose. */
const WALK_SECONDS = 1_800;

type Settings = typeof RETRIES & Partial<Queue>;

export const QUEUES: Record<JobName, Settings> = {
  "create-rail": { ...RETRIES, expireInSeconds: WALK_SECONDS },
  "reconcile-rail": { ...RETRIES, expireInSeconds: WALK_SECONDS },
  "verify-rail": { ...RETRIES, expireInSeconds: 60 },
  "post-instructions": { ...RETRIES, expireInSeconds: 60, ...ONE_AT_A_TIME },
  // Where the channel cannot be reached, the sweep goes on trying.
  "update-approval-card": { ...RETRIES, expireInSeconds: 60, retryLimit: 2, ...ONE_AT_A_TIME },
  "raise-alarm": { ...RETRIES, expireInSeconds: 60, ...ONE_AT_A_TIME },
  "withdraw-instructions": { ...RETRIES, expireInSeconds: 60, ...ONE_AT_A_TIME },
  "remind-approvers": { ...RETRIES, expireInSeconds: 60, ...ONE_AT_A_TIME },
  "tell-ending": { ...RETRIES, expireInSeconds: 60, ...ONE_AT_A_TIME },
  "expire-request": { ...RETRIES, expireInSeconds: 60 },
  "void-request": { ...RETRIES, expireInSeconds: 60 },
  "wake-request": { ...RETRIES, expireInSeconds: 60 },
  "whitelist-destination": { ...RETRIES, expireInSeconds: 60 },
  "keep-register": { ...RETRIES, expireInSeconds: 60 },
  "keep-setup": { ...RETRIES, expireInSeconds: 60 },
};

/** In seconds, between two tries of a job. */
export function longestPause(name: JobName): number {
  const { retryDelay, retryLimit, retryDelayMax } = QUEUES[name];
  return Math.min(retryDelayMax, retryDelay * 2 ** retryLimit);
}

export const JOB_NAMES = Object.keys(QUEUES) as JobName[];

/** What is past in a moment needs not be kept for a week. */
const KEPT_SECONDS = 3_600;

export const CHORES: Record<ChoreName, Partial<Queue>> = {
  sweep: { ...ONE_AT_A_TIME, expireInSeconds: 120, deleteAfterSeconds: KEPT_SECONDS },
  "watch-cards": { ...ONE_AT_A_TIME, expireInSeconds: 600, deleteAfterSeconds: KEPT_SECONDS },
  "read-rails": {
    ...ONE_AT_A_TIME,
    expireInSeconds: WALK_SECONDS,
    deleteAfterSeconds: KEPT_SECONDS,
  },
  "announce-freeze": { ...ONE_AT_A_TIME, expireInSeconds: 300, deleteAfterSeconds: KEPT_SECONDS },
  "announce-changes": { ...ONE_AT_A_TIME, expireInSeconds: 300, deleteAfterSeconds: KEPT_SECONDS },
  "watch-quorums": { ...ONE_AT_A_TIME, expireInSeconds: 600, deleteAfterSeconds: KEPT_SECONDS },
  "verify-audits": {
    ...ONE_AT_A_TIME,
    expireInSeconds: WALK_SECONDS,
    deleteAfterSeconds: KEPT_SECONDS,
  },
};

export const CHORE_NAMES = Object.keys(CHORES) as ChoreName[];
