import { type Db, statement } from "../../platform/database/db.ts";
import { type Loop, PLACES } from "./due.ts";

/** Work of one loop that threw when it was last tried. */
export interface Failing {
  loop: Loop;
  count: number;
  /** The one that failed most often: the number of its request (null for a walk), and how often. */
  worst: number | null;
  times: number;
  /** The kind of error. */
  fault: string | null;
}

interface Row {
  loop: Loop;
  count: number;
  late: number;
  worst: { number: number | null; times: number; fault: string | null } | null;
}

const numberIn = (table: string) => (table === "requests" ? "number" : "null::integer");

const WORK = statement<Row>(
  Object.entries(PLACES)
    .map(
      ([loop, [table, due, failures]]) => `
  select '${loop}' as loop, count(*) filter (where ${failures} > 0)::integer as count,
    coalesce(extract(epoch from signalbox.clock() - min(${due})), 0)::float8 as late,
    (array_agg(json_build_object('number', ${numberIn(table)}, 'times', ${failures},
      'fault', fault) order by ${failures} desc) filter (where ${failures} > 0))[1] as worst
  from signalbox.${table} where workspace = $1 and (${due} is not null or ${failures} > 0)`,
    )
    .join(" union all "),
);

/** Work of a workspace that fails, and how late the most overdue is, in seconds. */
export async function readWork(
  q: Db,
  workspace: string,
): Promise<{ failing: Failing[]; lateSeconds: number }> {
  const rows = await q.query(WORK, [workspace]);
  return {
    failing: rows.flatMap(({ loop, count, worst }) =>
      worst ? [{ loop, count, worst: worst.number, times: worst.times, fault: worst.fault }] : [],
    ),
    lateSeconds: Math.max(0, ...rows.map(({ late }) => late)),
  };
}

/** How the last walks of a connection went. Times are ISO 8601, null before the first. */
export interface WalkState {
  began: string | null;
  ended: string | null;
  /** Why the last one was not complete; null where it was. */
  fault: string | null;
  hasToken: boolean;
}

const WALK = statement<WalkState>(`
  select signalbox.iso(walk_began) as began, signalbox.iso(walk_ended) as ended, fault,
    token is not null as "hasToken"
  from signalbox.connections where workspace = $1 and id = $2`);

export async function readWalkState(q: Db, workspace: string, id: string) {
  return (await q.query(WALK, [workspace, id]))[0] ?? null;
}

const UNTAKEN = statement<{ count: number }>(`
  select count(*)::integer as count from signalbox.posts
  where workspace = $1 and place = $2 and gone
    and drawn_at > signalbox.clock() - interval '2 hours'`);

/** How many messages a place did not take, as it was last tried. */
export async function countUntaken(q: Db, workspace: string, place: string): Promise<number> {
  return (await q.query(UNTAKEN, [workspace, place]))[0]?.count ?? 0;
}
