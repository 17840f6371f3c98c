import { type ConstructorOptions, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { inTurnOf } from "../database/fair-turns.ts";
import type { Tell } from "../process/outage-log.ts";
import { repeat } from "../process/repeat.ts";
import { askForChores } from "./ask-for-chores.ts";
import { queueHealth, tellingOfLetters } from "./dead-letters.ts";
import { enqueuing } from "./enqueue.ts";
import { type Holds, openHolds } from "./holds.ts";
import type { JobSettings, QueueHealth, WorkList } from "./job.ts";
import { doneOrPutOff, isHopeless, isLast } from "./put-off.ts";
import { createQueues } from "./queues.ts";
import type { RequestRef } from "./request-ref.ts";
import type { Taken } from "./take.ts";
import { takeUpAll, takingUp } from "./take-up.ts";
import type { Enqueue } from "./transaction.ts";
import { createTurns } from "./turns.ts";
import { whyFailed } from "./why-failed.ts";
import { startWorkers, type Workers, within } from "./workers.ts";

/** Does the jobs of the queue's list. A job may run twice, even while its first run is under way. */
export interface Work {
  job(name: string, request: RequestRef): Promise<void>;
  chore(name: string): Promise<void>;
}

export interface JobQueue extends QueueHealth {
  enqueue: Enqueue;
  /** To be called once a transaction has committed that enqueued: its jobs begin at once, or so much later. */
  wake(afterMs?: number): void;
  /** Begins to work; each chore is done at the start, and then every so often by one process or another. */
  work(work: Work, everySeconds?: Readonly<Record<string, number>>): Promise<void>;
  /** Has a chore done at once, besides its times. */
  hasten(chore: string): Promise<void>;
  isAtWork(): boolean;
  /** Throws if the queue cannot be read. */
  read(): Promise<void>;
  /** Takes no more jobs; those under way continue, and new ones are still kept. */
  rest(): Promise<void>;
  /** Takes no more jobs, and waits for those under way for some seconds, which count from an earlier `rest`. */
  stop(): Promise<void>;
}

/** The jobs of one name that run at once in this process: most of their time they wait for Slack. */
const JOBS_AT_ONCE = 6;
const CHORES_AT_ONCE = 1;
/** Every process asks for the chores by its own timer; the queue takes each only once in its time. */
const ASK_EVERY_MS = 5_000;
/** Two looks pass before the work of a killed process continues. */
const LOOK_EVERY_MS = 1_000;

/** pg-boss over the app's own database. `tell` hears of what fails without being a job's fault. */
export async function startQueue(
  options: ConstructorOptions,
  list: WorkList,
  logger: Logger,
  tell: Tell = (err, what) => logger.error({ err }, what),
): Promise<JobQueue> {
  const boss = new PgBoss({ ...options, schema: "jobs", schedule: false });
  boss.on("error", (error) => tell(error, "the job queue met an error"));
  boss.on("warning", ({ message }) => logger.warn({ because: message }, "the job queue warns"));
  const { jobs, chores } = list;
  const names = [...jobs, ...chores].map(({ name }) => name);
  const settingsNamed = (name: string) => {
    const settings = jobs.find((job) => job.name === name);
    if (!settings) throw new TypeError(`There is no job ${name}`);
    return settings;
  };
  const told = (what: string) => (error: unknown) => tell(error, what);
  const holds = openHoldsFor(options, told("the connection that holds the jobs met an error"));
  try {
    await boss.start();
    await createQueues(boss, list);
    if (!holds) await takeUpAll(boss, names, logger);
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  const turns = createTurns();
  const timers: (() => Promise<void>)[] = [];
  let workers: Workers | undefined;
  let isAtWork = false;
  const wake = (afterMs = 0) => {
    if (afterMs === 0) workers?.wake();
    else setTimeout(() => workers?.wake(), afterMs).unref();
  };
  const rest = async () => {
    isAtWork = false;
    await workers?.rest();
  };
  const hasten = async (name: string) => {
    await askForChores(boss, [{ name }]);
    wake();
  };

  return {
    ...queueHealth(boss, jobs),

    enqueue: enqueuing(settingsNamed, turns),

    async work(work, everySeconds = {}) {
      await askForChores(
        boss,
        chores.map(({ name }) => ({ name })),
      );
      const atOnce = new Map([
        ...jobs.map(({ name }) => [name, JOBS_AT_ONCE] as const),
        ...chores.map(({ name }) => [name, CHORES_AT_ONCE] as const),
      ]);
      const run = runOf(boss, settingsNamed, work, logger);
      const drained = (name: string) => turns.restart(name);
      const notTaken = told("a job could not be taken");
      workers = startWorkers({ boss, holds, atOnce, run, drained, told: notTaken });
      const shortest = Math.min(...Object.values(everySeconds));
      const askEveryMs = Math.min(ASK_EVERY_MS, shortest * 1_000);
      const inTheirTime = chores.map(({ name, everySeconds: usual }) => ({
        name,
        everySeconds: everySeconds[name] ?? usual,
      }));
      const ask = () => askForChores(boss, inTheirTime);
      const tellOfLetters = tellingOfLetters(boss, logger);
      timers.push(
        repeat(askEveryMs, ask, told("the chores could not be started")),
        repeat(ASK_EVERY_MS, tellOfLetters, told("the dead letters could not be read")),
      );
      if (holds) {
        const look = takingUp(boss, names, holds, logger);
        timers.push(repeat(LOOK_EVERY_MS, look, told("killed processes could not be looked for")));
      }
      isAtWork = true;
    },

    wake,
    hasten,
    isAtWork: () => isAtWork,

    async read() {
      await boss.getDb().executeSql("select from jobs.queue limit 1");
    },

    rest,

    async stop() {
      await rest();
      await Promise.all(timers.map((stopTimer) => stopTimer()));
      await workers?.stop();
      await boss.stop({ graceful: false });
      await holds?.close();
    },
  };
}

/** The embedded engine has one process, and needs none. */
function openHoldsFor(
  { connectionString }: ConstructorOptions,
  onError: (error: unknown) => void,
): Holds | undefined {
  return connectionString === undefined ? undefined : openHolds(connectionString, onError);
}

function runOf(
  boss: PgBoss,
  settingsNamed: (name: string) => JobSettings,
  { job: workOn, chore: doChore }: Work,
  logger: Logger,
) {
  return async (job: Taken): Promise<"done" | "put-off"> => {
    const log = logger.child({ job: job.name, ...job.data });
    const inTime = (work: Promise<void>) => within(job.expireInSeconds * 1_000, work);
    if (job.data === null) {
      const { name } = job;
      await watched(log, () => inTime(doChore(name)));
      return "done";
    }
    const { name, data } = job;
    const work = () =>
      doneOrPutOff(boss, job, settingsNamed(name), log, () =>
        inTime(inTurnOf(data.workspaceId, () => workOn(name, data))),
      );
    return watched(log, work, isLast(job));
  };
}

/** The only place that catches in background work: says what went wrong, and lets pg-boss retry or give up. */
async function watched<Result>(
  log: Logger,
  work: () => Promise<Result>,
  isLast = false,
): Promise<Result> {
  try {
    const result = await work();
    log.debug("job done");
    return result;
  } catch (error) {
    log.error(
      { err: error },
      isLast || isHopeless(error)
        ? "job failed for the last time"
        : "job failed; it is tried again",
    );
    // pg-boss keeps thrown errors, and people read them.
    throw new Error(whyFailed(error));
  }
}
