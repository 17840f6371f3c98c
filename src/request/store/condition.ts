import { type Db, statement } from "../../platform/database/db.ts";
import { type Loop, PLACES } from "./due.ts";

/** How the work of one loop is. */
export interface Work {
  loop: Loop;
  /** How many threw when they were last tried. */
  count: number;
  /** By how much the most overdue is late, in seconds. */
  late: number;
  /**
   * What failed most often: the number of its request (null for a walk), how often, and the kind of
   * error. Null where nothing fails.
   */
  worst: { number: number | null; times: number; fault: string | null } | null;
}

const WORK = statement<Work>(
  Object.entries(PLACES)
    .map(
      ([loop, [table, due, failures, workspace]]) => `
  select '${loop}' as loop, count(*) filter (where ${failures} > 0)::integer as count,
    coalesce(extract(epoch from signalbox.clock() - min(${due})), 0)::float8 as late,
    (array_agg(json_build_object(
      'number', ${table === "requests" ? "number" : "null::integer"}, 'times', ${failures},
      'fault', fault) order by ${failures} desc) filter (where ${failures} > 0))[1] as worst
  from signalbox.${table} where ${workspace} = $1 and (${due} is not null or ${failures} > 0)`,
    )
    .join(" union all "),
);

/** A workspace's work, a row each loop. */
export const readWork = (q: Db, workspace: string): Promise<Work[]> => q.query(WORK, [workspace]);

const UNTAKEN = statement<{ count: number }>(`
  select count(*)::integer as count from signalbox.posts
  where workspace = $1 and place = $2 and gone
    and drawn_at > signalbox.clock() - interval '2 hours'`);

/** How many messages a place did not take, as it was last tried. */
export async function countUntaken(q: Db, workspace: string, place: string): Promise<number> {
  return (await q.query(UNTAKEN, [workspace, place]))[0]?.count ?? 0;
}
