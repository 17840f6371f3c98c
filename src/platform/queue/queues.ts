import { isDeepStrictEqual } from "node:util";
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

/** Most starts find every queue as it should be, and change none. */
export async function createQueues(boss: PgBoss, { jobs, chores }: WorkList): Promise<void> {
  const kept = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!kept.has(DEAD_LETTERS)) await boss.createQueue(DEAD_LETTERS);
  const wanted = [
    ...chores.map((chore) => ({ name: chore.name, ...choreQueue(chore) })),
    ...jobs.map((job) => ({ name: job.name, ...jobQueue(job) })),
  ];
  for (const queue of wanted) await keepQueue(boss, queue, kept.get(queue.name));
}

type Settings = Omit<Partial<Queue>, "name">;

const jobQueue = (job: JobSettings): Settings => ({
  retryLimit: retryLimitOf(job),
  retryDelay: RETRY_DELAY,
  retryBackoff: true,
  retryDelayMax: RETRY_DELAY_MAX,
  expireInSeconds: job.expireInSeconds,
  deadLetter: DEAD_LETTERS,
  ...(job.isOneAtATime && { policy: ONE_AT_A_TIME }),
});

const choreQueue = ({ expireInSeconds }: ChoreSettings): Settings => ({
  policy: ONE_AT_A_TIME,
  expireInSeconds,
  deleteAfterSeconds: KEPT_SECONDS,
});

/** With these settings also where an earlier release has made it with others; a policy is for ever. */
async function keepQueue(
  boss: PgBoss,
  { name, policy, ...changeable }: Settings & { name: string },
  kept: Partial<Queue> | undefined,
): Promise<void> {
  // Nothing listens any more.
  const settings: Settings = { ...changeable, notify: false };
  if (kept && isAsWanted(kept, settings)) return;
  await boss.createQueue(name, { ...changeable, ...(policy && { policy }) });
  await boss.updateQueue(name, settings);
}

function isAsWanted(kept: Partial<Queue>, settings: Settings): boolean {
  return isDeepStrictEqual({ ...kept, ...settings }, { ...kept });
}
