import { fromKysely } from "pg-boss";
import type { JobSettings, QueuedJob } from "./job.ts";
import { PASSING } from "./take.ts";
import type { Enqueue } from "./transaction.ts";
import type { Turns } from "./turns.ts";
import { needsWakeUp } from "./wake-up.ts";

/**
 * Puts the jobs of one transaction into the queue with one statement; pg-boss would send each for itself. `settingsNamed`
 * throws where a job has no queue.
 */
export function enqueuing(
  settingsNamed: (name: string) => JobSettings,
  turns: Pick<Turns, "next">,
): Enqueue {
  return async (trx, ...jobs) => {
    const db = fromKysely(trx);
    const wanted: QueuedJob[] = [];
    for (const job of jobs) {
      const settings = settingsNamed(job.name);
      if (!job.isWakeUp || (await needsWakeUp(db, settings, job))) wanted.push(job);
    }
    if (wanted.length === 0) return;
    const lined = wanted.map((job) => ({
      ...job,
      turnMs: turns.next(job.name, job.request.workspaceId),
    }));
    await db.executeSql(ENQUEUE, [JSON.stringify(lined)]);
  };
}

/**
 * Jobs are taken in the order of `created_on`, so it says where a job is lined up. A wake-up comes last: work that somebody
 * waits for precedes repairs, which after a restore are all cards at once.
 */
const ENQUEUE = `
  insert into jobs.job (name, data, singleton_key, group_id, group_tier, priority, start_after,
    keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff,
    retry_delay_max, policy, dead_letter, created_on)
  select name, request, request->>'requestId', request->>'requestId',
    case when "afterMs" > 0 then '${PASSING}' end, case when "isWakeUp" then -1 else 0 end, due,
    due + queue.retention_seconds * interval '1 second', queue.expire_seconds,
    queue.deletion_seconds, queue.retry_limit, queue.retry_delay, queue.retry_backoff,
    queue.retry_delay_max, queue.policy, queue.dead_letter,
    now() + "turnMs" * interval '1 millisecond'
  from jsonb_to_recordset($1::jsonb) as asked
    (name text, request jsonb, "startAfter" timestamptz, "afterMs" float8, "isWakeUp" boolean,
      "turnMs" float8)
  join jobs.queue using (name)
  cross join lateral (
    select coalesce("startAfter", now() + coalesce("afterMs", 0) * interval '1 millisecond') as due
  ) as at`;
