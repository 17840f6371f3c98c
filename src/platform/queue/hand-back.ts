import type { PgBoss } from "pg-boss";
import type { Attempt } from "./holds.ts";

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
  { name, id, retryCount }: Attempt & { name: string },
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

/** A job that ends its process again and again counts as failing. */
const ENDED_PROCESSES_AT_MOST = 40;

/** The process of a try was stopped, or has died. */
export async function handBackOfEnded(
  boss: PgBoss,
  attempt: Attempt & { name: string },
  because: string,
): Promise<void> {
  if (attempt.retryCount < ENDED_PROCESSES_AT_MOST) return handBack(boss, attempt, { because });
  await boss.fail(attempt.name, attempt, { message: because });
}
