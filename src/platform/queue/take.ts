import type { PgBoss } from "pg-boss";
import { isDeadlock } from "../database/deadlock.ts";
import { DEAD_LETTERS } from "./queues.ts";
import type { RequestRef } from "./request-ref.ts";

/** A try that this process has begun. */
interface Try {
  id: string;
  retryCount: number;
  retryLimit: number;
  expireInSeconds: number;
}
export type TakenJob = Try & { name: string; data: RequestRef };
export type Taken = TakenJob | (Try & { name: string; data: null });

/** The number of waiting rows that are looked at to find different requests among them. */
const WINDOW = 50;

/**
 * Takes at most `free` jobs of each queue named. One run serves all that waits of a request: a row is deleted only here,
 * before the run reads the state, and what is committed later is another row. pg-boss's own fetch leaves out the keys
 * that it found at work up to a minute ago.
 */
export async function takeJobs(
  boss: PgBoss,
  free: ReadonlyMap<string, number>,
): Promise<readonly Taken[]> {
  for (let collisions = 1; ; collisions += 1) {
    try {
      const parameters = [[...free.keys()], [...free.values()]];
      const { rows }: { rows: Taken[] } = await boss.getDb().executeSql(TAKE, parameters);
      return rows;
    } catch (error) {
      if (!isCollision(error) || collisions === COLLISIONS_AT_MOST) throw error;
    }
  }
}

/** Marks a job of a moment that passes: an earlier run of the same request serves it too. */
export const PASSING = "passing";
/** Longer than any such job waits: the index of what waits is in the order of `created_on`. */
const PASSES_WITHIN = "2 seconds";

/** `group_id` is the request, or the name of a chore; pg-boss has an index of those that are active. */
const TAKE = `
  with due as (
    select job.id, job.name, free, group_id, retry_count, priority, created_on
    from unnest($1::text[], $2::int[]) as room (name, free)
    cross join lateral (
      select id, name, group_id, retry_count, priority, created_on from jobs.job
      where job.name = room.name and state < 'active' and not blocked and start_after <= now()
        and not exists (select from jobs.job as busy where busy.name = job.name
          and busy.group_id = job.group_id and busy.state = 'active')
      order by priority desc, created_on limit ${WINDOW} for update skip locked
    ) as job
  ), turn as (
    select name, group_id, free, row_number() over (
      partition by name order by max(priority) desc, min(created_on)) as place
    from due group by name, group_id, free
  ), ours as (
    select id, name, row_number() over (
      partition by name, group_id order by retry_count, created_on, id) as nth
    from due join turn using (name, group_id, free) where place <= free
  ), served as (
    delete from jobs.job using ours
    where job.name = ours.name and job.id = ours.id and ours.nth > 1
  ), passed as (
    delete from jobs.job using turn
    where place <= free and job.name = turn.name and job.group_id = turn.group_id
      and job.group_tier = '${PASSING}' and job.state < 'active' and not job.blocked
      and job.priority = 0 and job.created_on > now() - interval '${PASSES_WITHIN}'
      and job.start_after > now()
  )
  update jobs.job set state = 'active', started_on = now(),
    retry_count = case when started_on is null then retry_count else retry_count + 1 end
  from ours where job.name = ours.name and job.id = ours.id and ours.nth = 1
  returning job.id, job.name, job.data, job.retry_count as "retryCount",
    job.retry_limit as "retryLimit", job.expire_seconds as "expireInSeconds"`;

/** Then the table contradicts itself; on the embedded engine, trying on would leave no time for anything else. */
const COLLISIONS_AT_MOST = 10;
const UNIQUE_VIOLATION = "23505";

/** Another process took up the same request at the same moment. */
const isCollision = (error: unknown) =>
  isDeadlock(error) ||
  (error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION);

/**
 * Done at last, however it came to be tried again: a dead letter of it is no longer true. Whether more of the same request
 * waits.
 */
export async function finishJob(boss: PgBoss, job: Taken): Promise<boolean> {
  const parameters = [job.name, job.id, job.retryCount];
  const { rows } = await boss.getDb().executeSql(FINISH, parameters);
  return rows.length > 0;
}

/** Only this very try, in the words of pg-boss's index of what waits. */
const FINISH = `
  with done as (
    update jobs.job set state = 'completed', completed_on = now(), output = null
    where name = $1 and id = $2 and state = 'active' and retry_count = $3
    returning name, group_id
  ), untrue as (
    delete from jobs.job using done
    where job.name = '${DEAD_LETTERS}' and job.state < 'active' and not job.blocked
      and job.source_name = done.name and job.group_id = done.group_id
  )
  select 1 from jobs.job join done using (group_id)
  where job.name = $1 and job.state < 'active' and not job.blocked and start_after <= now()
  limit 1`;
