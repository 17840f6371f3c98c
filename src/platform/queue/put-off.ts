import { setTimeout as pause } from "node:timers/promises";
import type { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { ClockOff } from "../process/clock.ts";
import { MessengerError } from "../slack/messenger-error.ts";
import type { JobSettings } from "./job.ts";
import { retryLimitOf } from "./queues.ts";
import type { TakenJob } from "./take.ts";
import { handBack } from "./take-up.ts";
import { Overtaken, whyFailed } from "./why-failed.ts";

/** While Slack is down all waiting jobs are tried at the same moments, so they keep their order. */
const ROUND_MS = 3_000;
const FIRST_MS = 1_000;
/** More than two looks of every other process. */
const STAND_BACK_MS = 5_000;
/** A look for jobs that are on their way goes no further ahead than this. */
const AT_MOST_MS = 30_000;
/** An hour of rounds; then it is given up like any other job, and reported. */
const TRIES_AT_MOST = 1_200;
/** Two minutes of rounds: if Slack fails at one message and takes others, that is no outage, and somebody should look. */
const TRIES_OF_THIS_CALL = 40;

/**
 * Does the work, or puts it off where Slack takes nothing for the moment, or this machine's clock is wrong: that is no
 * failure of the job, and none of its tries. Throws what the work throws where it is to be counted, and for the last time where no further try could help.
 */
export async function doneOrPutOff(
  boss: PgBoss,
  job: TakenJob,
  settings: JobSettings,
  log: Logger,
  work: () => Promise<void>,
): Promise<"done" | "put-off"> {
  try {
    await work();
    return "done";
  } catch (error) {
    const waitMs = isLast(job) ? undefined : untilNextTry(error, job.retryCount, Date.now());
    if (isHopeless(error)) await giveUp(boss, job);
    if (waitMs === undefined) throw error;
    log.warn({ err: error, waitMs }, "it cannot be done at the moment; the job is put off");
    const triesLeft = retryLimitOf(settings);
    await handBack(boss, job, { because: whyFailed(error), waitMs, triesLeft });
    // This process would take it up again before any other, so it waits until others have looked.
    if (error instanceof ClockOff) await pause(STAND_BACK_MS);
    return "put-off";
  }
}

export const isLast = ({ retryCount, retryLimit }: TakenJob) => retryCount >= retryLimit;

/** Until the app is installed there again, Slack takes nothing. The sweep asks for it anew, at growing pauses. */
export const isHopeless = (error: unknown) =>
  error instanceof MessengerError && error.code === "not-installed";

/** pg-boss itself changes no job that is under way. */
async function giveUp(boss: PgBoss, { id, name }: TakenJob): Promise<void> {
  const sql = "update jobs.job set retry_limit = retry_count where name = $1 and id = $2";
  await boss.getDb().executeSql(sql, [name, id]);
}

/** In milliseconds; undefined if neither Slack nor this machine's clock is at fault, or has been for too long. */
function untilNextTry(error: unknown, triesBefore: number, now: number): number | undefined {
  // A process whose clock is right takes it up as soon as it is free. After an outage the growing pauses of pg-boss, which
  // counts every try, would be the longest at once.
  if (error instanceof ClockOff || error instanceof Overtaken) {
    return triesBefore < TRIES_AT_MOST ? FIRST_MS : undefined;
  }
  if (!(error instanceof MessengerError)) return undefined;
  // History gives way to all else in a full channel, however long that takes.
  if (error.code === "limited") return Math.min(error.retryAfterMs ?? ROUND_MS, AT_MOST_MS);
  if (triesBefore >= (error.isOfThisCall ? TRIES_OF_THIS_CALL : TRIES_AT_MOST)) return undefined;
  if (error.code !== "unavailable") return undefined;
  return triesBefore === 0 ? FIRST_MS : ROUND_MS - (now % ROUND_MS);
}
