import type { Job as BossJob, ConstructorOptions, Queue } from "pg-boss";
import { fromKysely, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type { Job, JobName, RequestRef } from "../services/ports.ts";
import type { Enqueue } from "../store/transaction.ts";

/** Work that belongs to no request. */
export type ChoreName = "sweep" | "read-rails";

/** Does the work of a job. May run twice, also while its first run still goes on. */
export type Handler = (request: RequestRef) => Promise<void>;

export interface JobQueue {
  enqueue: Enqueue;
  /** Begins to work; each chore is done at the start, and then at its times by one process. */
  work(
    handlers: Record<JobName, Handler>,
    chores: Record<ChoreName, () => Promise<void>>,
  ): Promise<void>;
  /** Takes no more jobs, and waits for those under way. */
  stop(): Promise<void>;
}

const RETRIES = { retryLimit: 8, retryDelay: 1, retryBackoff: true, retryDelayMax: 120 };
/** A job due at once wakes its worker; one due later is found by looking. */
const WORK = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2, localConcurrency: 2 };
const DEAD_LETTERS = "dead-letters";
/** A key no job has: looking for it makes pg-boss remember the queue. */
const WARM_UP = "warm-up";

/** One active job per request, so that two redraws of a card cannot overtake each other. */
const ONE_AT_A_TIME = { policy: "singleton" };
/** Passes over the jobs of a request that is being worked on; without it they would hold up everyone behind them. */
const PASS_OVER = { groupConcurrency: 1 };

const QUEUES: Record<JobName, Partial<Queue>> = {
  "create-rail": { expireInSeconds: 60 },
  "reconcile-rail": { expireInSeconds: 300 },
  "verify-rail": { expireInSeconds: 60 },
  "post-instructions": { expireInSeconds: 60, ...ONE_AT_A_TIME },
  // Where the channel cannot be reached, the sweep goes on trying.
  "update-approval-card": { expireInSeconds: 60, retryLimit: 2, ...ONE_AT_A_TIME },
  "raise-alarm": { expireInSeconds: 60, ...ONE_AT_A_TIME },
  "expire-request": { expireInSeconds: 60 },
  "void-request": { expireInSeconds: 60 },
  "whitelist-destination": { expireInSeconds: 60 },
  "keep-register": { expireInSeconds: 60 },
};

const JOB_NAMES = Object.keys(QUEUES) as JobName[];

const CHORES: Record<ChoreName, { cron: string; expireInSeconds: number }> = {
  sweep: { cron: "* * * * *", expireInSeconds: 120 },
  "read-rails": { cron: "*/10 * * * *", expireInSeconds: 540 },
};

const CHORE_NAMES = Object.keys(CHORES) as ChoreName[];

/**
 * pg-boss over the app's own database. The queues are made and warmed here: on the single connection of the embedded
 * engine, `send` within a transaction to a queue that pg-boss has not seen yet would wait for ever.
 */
export async function startQueue(options: ConstructorOptions, logger: Logger): Promise<JobQueue> {
  const boss = new PgBoss({ ...options, schema: "jobs", useListenNotify: true });
  boss.on("error", (error) => logger.error({ err: error }, "the job queue met an error"));
  boss.on("warning", (warning) => logger.warn({ warning }, "the job queue warns"));
  await boss.start();
  await boss.createQueue(DEAD_LETTERS);
  for (const name of CHORE_NAMES) {
    const { expireInSeconds } = CHORES[name];
    await boss.createQueue(name, { policy: "singleton", expireInSeconds, notify: true });
  }
  for (const name of JOB_NAMES) {
    const settings = { ...RETRIES, ...QUEUES[name], deadLetter: DEAD_LETTERS, notify: true };
    await boss.createQueue(name, settings);
    await boss.findJobs(name, { key: WARM_UP });
  }
  if (options.backend === "pglite") await takeUpWhatWasLeft(boss);

  return {
    async enqueue(trx, { name, request, startAfter }: Job) {
      await boss.send(name, request, {
        db: fromKysely(trx),
        singletonKey: request.requestId,
        group: { id: request.requestId },
        ...(startAfter ? { startAfter: new Date(startAfter) } : {}),
      });
    },

    async work(handlers, chores) {
      for (const name of JOB_NAMES) {
        const run = runOf(name, handlers[name], logger);
        const isOneAtATime = QUEUES[name].policy === ONE_AT_A_TIME.policy;
        await boss.work<RequestRef>(name, isOneAtATime ? { ...WORK, ...PASS_OVER } : WORK, run);
      }
      for (const name of CHORE_NAMES) {
        await boss.work(name, () => watched(logger.child({ job: name }), chores[name]));
        await boss.schedule(name, CHORES[name].cron);
        await boss.send(name);
      }
    },

    stop: () => boss.stop({ graceful: true, timeout: 8_000 }),
  };
}

/**
 * The embedded engine has one process: a job that is under way at its start belongs to one that was killed. It is tried
 * again now, and holds up nobody until it would have expired.
 */
async function takeUpWhatWasLeft(boss: PgBoss): Promise<void> {
  for (const name of [...JOB_NAMES, ...CHORE_NAMES]) {
    const jobs = await boss.findJobs(name);
    const left = jobs.filter(({ state }) => state === "active").map(({ id }) => id);
    if (left.length > 0) await boss.fail(name, left, { message: "Its process was killed" });
  }
}

function runOf(name: JobName, handler: Handler, logger: Logger) {
  return async ([job]: BossJob<RequestRef>[]): Promise<void> => {
    if (!job) return;
    await watched(logger.child({ job: name, ...job.data }), () => handler(job.data));
  };
}

/** The only place that catches in background work: says what went wrong, and lets pg-boss retry or give up. */
async function watched(log: Logger, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    log.debug("job done");
  } catch (error) {
    log.error({ err: error }, "job failed; it is tried again");
    throw error;
  }
}
