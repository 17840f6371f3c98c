import { sql } from "kysely";
import type { Db } from "../database/schema.ts";
import type { Gauge } from "../metrics/gauge.ts";
import type { WorkList } from "./job.ts";
import { DEAD_LETTERS } from "./queues.ts";

interface Row {
  name: string;
  source: string | null;
  waiting: number;
  requests: number;
  oldest: number;
}

/** Jobs that could be done now. Reads only waiting jobs, which have an index. */
async function readDue(db: Db, names: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select name, source_name as source, count(*)::int as waiting,
      count(distinct group_id)::int as requests,
      extract(epoch from now() - min(start_after))::float8 as oldest
    from jobs.job
    where name in (${sql.join(names)}) and state < 'active' and not blocked and start_after <= now()
    group by name, source_name`.execute(db);
  return rows;
}

/** Every queue has its figure, and so has every job, also while nothing waits. */
export function queueGauges({ jobs, chores }: WorkList) {
  const queues = [...jobs, ...chores].map(({ name }) => name);

  async function byQueue(db: Db, figureOf: (rows: readonly Row[]) => number) {
    const due = Map.groupBy(await readDue(db, queues), ({ name }) => name);
    return queues.map((queue) => ({ labels: { queue }, value: figureOf(due.get(queue) ?? []) }));
  }

  return [
    {
      name: "signalbox_jobs_waiting",
      help: "Jobs that could be done now.",
      labels: ["queue"],
      read: (db) => byQueue(db, (rows) => rows.reduce((sum, { waiting }) => sum + waiting, 0)),
    },
    {
      name: "signalbox_oldest_job_age_seconds",
      help: "For how long the oldest of the jobs that could be done now has been due.",
      labels: ["queue"],
      read: (db) => byQueue(db, (rows) => Math.max(0, ...rows.map(({ oldest }) => oldest))),
    },
    {
      name: "signalbox_dead_letters",
      help: "Requests with a job that was given up.",
      labels: ["job"],
      async read(db) {
        const rows = await readDue(db, [DEAD_LETTERS]);
        const letters = new Map(rows.map(({ source, requests }) => [source, requests]));
        return jobs.map(({ name: job }) => ({ labels: { job }, value: letters.get(job) ?? 0 }));
      },
    },
  ] as const satisfies readonly Gauge[];
}
