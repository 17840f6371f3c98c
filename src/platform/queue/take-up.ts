import type { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { type Attempt, type Holds, keyOf } from "./holds.ts";

interface UnderWay extends Attempt {
  name: string;
}

/**
 * Takes up what killed processes had under way, long before it would have expired. A job that nobody holds twice running
 * has lost its process: a single look may fall between the fetching of a job and its hold, or into another process's
 * change of connections.
 */
export function takingUp(
  boss: PgBoss,
  names: readonly string[],
  holds: Holds,
  logger: Logger,
): () => Promise<void> {
  let suspected = new Set<string>();
  return async () => {
    const unheld = await holds.unheld(await underWay(boss, names));
    const abandoned = unheld.filter((attempt) => suspected.has(keyOf(attempt)));
    suspected = new Set(unheld.map(keyOf));
    await tryAgain(boss, abandoned, logger);
  };
}

/** The embedded engine has one process: work under way at its start belongs to a killed one. */
export async function takeUpAll(
  boss: PgBoss,
  names: readonly string[],
  logger: Logger,
): Promise<void> {
  await tryAgain(boss, await underWay(boss, names), logger);
}

async function underWay(boss: PgBoss, names: readonly string[]): Promise<UnderWay[]> {
  // Every job has a group, and by that there is an index of those under way.
  const { rows } = await boss.getDb().executeSql(
    `select name, id, retry_count as "retryCount" from jobs.job
     where state = 'active' and group_id is not null and name = any($1)`,
    [names],
  );
  return rows;
}

async function tryAgain(
  boss: PgBoss,
  attempts: readonly UnderWay[],
  logger: Logger,
): Promise<void> {
  for (const attempt of attempts) {
    const { name, id } = attempt;
    logger.warn({ job: name, id }, "the process of a job has died; the job is taken up");
    await handBackOfEnded(boss, attempt, "Its process has died");
  }
}

/** A job that ends its process again and again counts as failing. */
const ENDED_PROCESSES_AT_MOST = 40;

/** Hands back a try whose process was stopped or has died. */
export async function handBackOfEnded(
  boss: PgBoss,
  attempt: UnderWay,
  because: string,
): Promise<void> {
  if (attempt.retryCount < ENDED_PROCESSES_AT_MOST) return handBack(boss, attempt, { because });
  await boss.fail(attempt.name, attempt, { message: because });
}

interface HandBack {
  /** Kept with the job: free of secrets. */
  because: string;
  /** At once when absent. */
  waitMs?: number;
  /** How many tries are left from now on; as many as before when absent. */
  triesLeft?: number;
}

/** Lets a job wait again, only if this very try is still under way. The try does not count. */
export async function handBack(
  boss: PgBoss,
  { name, id, retryCount }: UnderWay,
  { because, waitMs = 0, triesLeft }: HandBack,
): Promise<void> {
  const parameters = [name, id, retryCount, waitMs, triesLeft ?? null, because];
  await boss.getDb().executeSql(HAND_BACK, parameters);
}

// pg-boss deletes what waits after `keep_until`.
const HAND_BACK = `
  update jobs.job set state = 'retry', output = jsonb_build_object('message', $6::text),
    start_after = now() + $4::float8 * interval '1 millisecond',
    keep_until = keep_until + (now() - start_after) + $4::float8 * interval '1 millisecond',
    retry_limit = coalesce(retry_count + 1 + $5::int, retry_limit + 1)
  where name = $1 and id = $2 and state = 'active' and retry_count = $3`;
