import type { fromKysely } from "pg-boss";
import { LETTERS_OF } from "./dead-letters.ts";
import type { JobSettings, QueuedJob } from "./job.ts";
import { DEAD_LETTERS, longestPause } from "./queues.ts";

/** After the longest pause between two tries; a job that waits for later may be of an earlier plan. */
const SOON_SECONDS = 30;
/** A job that was given up rests for as long as it has been failing, within these. */
const REST_AT_LEAST = "1 minute";
const REST_AT_MOST = "1 hour";

/**
 * Whether a wake-up is needed: what stays stuck must not get another job with every round of the sweep. Of what was
 * given up again and again only the first and the last are kept.
 */
export async function needsWakeUp(
  db: ReturnType<typeof fromKysely>,
  job: JobSettings,
  { name, request }: QueuedJob,
): Promise<boolean> {
  const letters = [DEAD_LETTERS, name, request.requestId];
  const soon = `${longestPause(job) + SOON_SECONDS} seconds`;
  const { rows } = await db.executeSql(
    `select 1 from jobs.job where name = $2 and group_id = $3 and state = 'active'
     union all
     select 1 from jobs.job where name = $2 and group_id = $3 and state < 'active'
       and not blocked and start_after < now() + interval '${soon}'
     union all
     select 1 from jobs.job where ${LETTERS_OF}
     having max(created_on) + greatest(interval '${REST_AT_LEAST}',
       least(interval '${REST_AT_MOST}', max(created_on) - min(created_on))) > now()
     limit 1`,
    letters,
  );
  if (rows.length > 0) return false;
  await db.executeSql(
    `delete from jobs.job where ${LETTERS_OF}
       and created_on > (select min(created_on) from jobs.job where ${LETTERS_OF})
       and created_on < (select max(created_on) from jobs.job where ${LETTERS_OF})`,
    letters,
  );
  return true;
}
