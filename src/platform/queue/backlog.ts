import type { PgBoss } from "pg-boss";
import type { WorkList } from "./job.ts";
import { DEAD_LETTERS } from "./queues.ts";

/** What waits in the queues, of all workspaces together. */
export interface Backlog {
  /** Every queue; `oldestSeconds` is how long the oldest of the jobs that could be done now has been due, or 0. */
  queues: readonly { queue: string; waiting: number; oldestSeconds: number }[];
  /** Every job; `count` is for how many requests it was given up. */
  deadLetters: readonly { job: string; count: number }[];
}

interface Row {
  name: string;
  source: string | null;
  waiting: number;
  requests: number;
  oldest: number;
}

/** Reads only what waits, of which there is an index. */
export async function readBacklog(boss: PgBoss, { jobs, chores }: WorkList): Promise<Backlog> {
  const names = [...jobs, ...chores].map(({ name }) => name);
  const { rows }: { rows: Row[] } = await boss.getDb().executeSql(
    `select name, source_name as source, count(*)::int as waiting,
       count(distinct group_id)::int as requests,
       extract(epoch from now() - min(start_after))::float8 as oldest
     from jobs.job
     where name = any($1) and state < 'active' and not blocked and start_after <= now()
     group by name, source_name`,
    [[...names, DEAD_LETTERS]],
  );
  const due = Map.groupBy(rows, ({ name }) => name);
  const letters = new Map(due.get(DEAD_LETTERS)?.map(({ source, requests }) => [source, requests]));
  return {
    queues: names.map((queue) => {
      const of = due.get(queue) ?? [];
      return {
        queue,
        waiting: of.reduce((sum, { waiting }) => sum + waiting, 0),
        oldestSeconds: Math.max(0, ...of.map(({ oldest }) => oldest)),
      };
    }),
    deadLetters: jobs.map(({ name: job }) => ({ job, count: letters.get(job) ?? 0 })),
  };
}
