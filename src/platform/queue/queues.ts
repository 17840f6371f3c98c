import type { PgBoss, Queue } from "pg-boss";
import type { ChoreSettings, JobSettings, WorkList } from "./job.ts";

/** The queue of jobs that were tried as often as they may be. */
export const DEAD_LETTERS = "dead-letters";

const RETRY_LIMIT = 8;
const RETRY_DELAY = 1;
const RETRY_DELAY_MAX = 120;
/** One active job per key. */
const ONE_AT_A_TIME = "singleton";
/** A chore's row is of no interest an hour later, and pg-boss would keep it for a week. */
const KEPT_SECONDS = 3_600;

export const retryLimitOf = ({ retryLimit = RETRY_LIMIT }: JobSettings) => retryLimit;

/** In seconds, between two tries of a job. */
export const longestPause = (job: JobSettings) =>
  Math.min(RETRY_DELAY_MAX, RETRY_DELAY * 2 ** retryLimitOf(job));

export async function createQueues(boss: PgBoss, { jobs, chores }: WorkList): Promise<void> {
  await boss.createQueue(DEAD_LETTERS);
  for (const chore of chores) await keepQueue(boss, chore.name, choreQueue(chore));
  for (const job of jobs) await keepQueue(boss, job.name, jobQueue(job));
}

const jobQueue = (job: JobSettings): Partial<Queue> => ({
  retryLimit: retryLimitOf(job),
  retryDelay: RETRY_DELAY,
  retryBackoff: true,
  retryDelayMax: RETRY_DELAY_MAX,
  expireInSeconds: job.expireInSeconds,
  deadLetter: DEAD_LETTERS,
  ...(job.isOneAtATime && { policy: ONE_AT_A_TIME }),
});

const choreQueue = ({ expireInSeconds }: ChoreSettings): Partial<Queue> => ({
  policy: ONE_AT_A_TIME,
  expireInSeconds,
  deleteAfterSeconds: KEPT_SECONDS,
});

/** With these settings also where an earlier release has made it with others; a policy is for ever. */
async function keepQueue(boss: PgBoss, name: string, settings: Partial<Queue>): Promise<void> {
  const { policy: _, ...changeable } = settings;
  await boss.createQueue(name, settings);
  // Nothing listens any more.
  await boss.updateQueue(name, { ...changeable, notify: false });
}
