import type { PgBoss } from "pg-boss";

/** A chore without `everySeconds` is wanted at once, whenever it was done last. */
export interface AskedChore {
  name: string;
  everySeconds?: number;
}

/**
 * Puts chores into the queue with one statement; pg-boss would send each for itself. Each is taken only once in its time,
 * however many processes ask: pg-boss's unique index of `singleton_on` keeps the others out.
 */
export async function askForChores(boss: PgBoss, chores: readonly AskedChore[]): Promise<void> {
  const names = chores.map(({ name }) => name);
  const seconds = chores.map(({ everySeconds = null }) => everySeconds);
  await boss.getDb().executeSql(ASK, [names, seconds]);
}

const ASK = `
  insert into jobs.job (name, group_id, singleton_on, keep_until, expire_seconds, deletion_seconds,
    retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter)
  select name, name,
    'epoch'::timestamp + every * floor(date_part('epoch', now()) / every) * interval '1 second',
    now() + queue.retention_seconds * interval '1 second', queue.expire_seconds,
    queue.deletion_seconds, queue.retry_limit, queue.retry_delay, queue.retry_backoff,
    queue.retry_delay_max, queue.policy, queue.dead_letter
  from unnest($1::text[], $2::float8[]) as asked (name, every)
  join jobs.queue using (name)
  on conflict do nothing`;
