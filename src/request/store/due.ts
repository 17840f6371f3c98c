import { type Db, statement } from "../../platform/database/db.ts";
import type { Ground } from "./ground.ts";

/**
 * Work that is due: a column of the row that it concerns says when. Taking moves that six seconds
 * on, so another process takes over from one that died. That nothing happens twice rests on the
 * claim, not on takes.
 */
export const LOOPS = ["advance", "sync", "walk", "audit"] as const;
export type Loop = (typeof LOOPS)[number];

export interface Due {
  loop: Loop;
  workspace: string;
  /** Of the request, connection or workspace. */
  id: string;
  /** The time that this take has set: whoever changes it has taken the work over. */
  taken: string;
  /** How often it has thrown since it last succeeded. */
  failures: number;
  /** What a step that has just been saved leaves: the next one begins with it. */
  ground?: Ground;
}

/** Table, its due column, that for failures, and that for the workspace. */
export const PLACES: Readonly<Record<Loop, readonly [string, string, string, string]>> = {
  advance: ["requests", "next_at", "failures", "workspace"],
  sync: ["requests", "sync_at", "sync_failures", "workspace"],
  walk: ["connections", "walk_at", "failures", "workspace"],
  audit: ["workspaces", "check_at", "failures", "id"],
};

/** No work waits longer: a later time comes from a clock that was wrong, and is due at once. */
const LONGEST_WAIT = "interval '32 days'";
const TAKE = "interval '6 seconds'";

/** In one process at once, so that a workspace with thousands waiting leaves others their way. */
const MOST_OF_ONE = 2;

const STATEMENTS = {
  advance: statementsFor("advance"),
  sync: statementsFor("sync"),
  walk: statementsFor("walk"),
  audit: statementsFor("audit"),
};

function statementsFor(loop: Loop) {
  const [name, due, failures, workspace] = PLACES[loop];
  const table = `signalbox.${name}`;
  const takeable = (when: string) => `select * from (
      select t.${workspace} as workspace, t.id from ${table} t
      where t.${workspace} = w.id and w.left_at is null and ${when}
      order by t.${due} limit ${MOST_OF_ONE} for update skip locked) one`;
  const isTaken = `${workspace} = $1 and id = $2 and ${due} = $3::timestamptz`;
  return {
    // $1: the workspace served last. $2: how many are under way here, by workspace. $3: limit.
    take: statement<Omit<Due, "loop">>(`
      with takeable as materialized (
        select d.* from (select id, left_at from signalbox.workspaces
          order by id collate "C" <= $1, id collate "C") w
        left join json_each_text($2::json) b on b.key = w.id
        cross join lateral (
          ${takeable(`t.${due} <= signalbox.clock()`)}
          union all
          ${takeable(`t.${due} > signalbox.clock() + ${LONGEST_WAIT}`)}
          limit greatest(0, ${MOST_OF_ONE} - coalesce(b.value::integer, 0))) d
        limit $3)
      update ${table} t set ${due} = signalbox.clock() + ${TAKE}
      from takeable where t.${workspace} = takeable.workspace and t.id = takeable.id
      returning t.${workspace} as workspace, t.id, signalbox.iso(t.${due}) as taken,
        t.${failures} as failures`),
    extend: statement<Pick<Due, "taken">>(`
      update ${table} set ${due} = signalbox.clock() + ${TAKE} where ${isTaken}
      returning signalbox.iso(${due}) as taken`),
    finish: statement<Pick<Due, "id">>(`
      update ${table} set ${due} = $4::timestamptz, ${failures} = $5,
        fault = coalesce($6, fault)
      where ${isTaken}
      returning id`),
    next: `(select min(n.at) from (select id from signalbox.workspaces
      where left_at is null) w cross join lateral (
      (select ${due} as at from ${table} t where t.${workspace} = w.id and ${due} is not null
        order by ${due} limit 1)
      union all
      (select signalbox.clock() from ${table} t where t.${workspace} = w.id
        and ${due} > signalbox.clock() + ${LONGEST_WAIT} limit 1)) n)`,
  };
}

/**
 * Takes up to `limit` pieces of work: of each workspace at most two, less those under way here
 * (`busy`). Workspaces behind `turn` come first; the last one returned is the next `turn`.
 */
export async function takeDue(
  q: Db,
  loop: Loop,
  { limit, turn, busy }: { limit: number; turn: string; busy: Readonly<Record<string, number>> },
): Promise<Due[]> {
  const rows = await q.query(STATEMENTS[loop].take, [turn, JSON.stringify(busy), limit]);
  const isBehind = ({ workspace }: { workspace: string }) => (workspace > turn ? 0 : 1);
  return rows
    .sort((a, b) => isBehind(a) - isBehind(b) || (a.workspace < b.workspace ? -1 : 1))
    .map((row) => ({ loop, ...row }));
}

/** Keeps the work for another six seconds; null if somebody else has taken it over. */
export async function extendDue(q: Db, due: Due): Promise<Due | null> {
  const { loop, workspace, id, taken } = due;
  const [row] = await q.query(STATEMENTS[loop].extend, [workspace, id, taken]);
  return row ? { ...due, taken: row.taken } : null;
}

/**
 * Sets the next time (ISO 8601; null: never), how often it has thrown, and what. False, and nothing
 * is set, if the work is no longer ours.
 */
export async function finishDue(
  q: Db,
  { loop, workspace, id, taken }: Due,
  nextAt: string | null,
  failures = 0,
  fault: string | null = null,
): Promise<boolean> {
  const values = [workspace, id, taken, nextAt, failures, fault];
  return (await q.query(STATEMENTS[loop].finish, values)).length === 1;
}

const SYNC_NOW = statement(`
  update signalbox.requests set sync_at = signalbox.clock() where workspace = $1 and id = $2`);

/**
 * What Slack shows of a request is looked at again at once: something older may just have been
 * drawn.
 */
export async function syncAgain(q: Db, { workspace, id }: Due): Promise<void> {
  await q.query(SYNC_NOW, [workspace, id]);
}

type NextDue = Readonly<Record<Loop | "first", number | null>> & { now: number };

const inMs = (time: string) => `(extract(epoch from ${time}) * 1000)::float8`;
const NEXT = statement<NextDue>(`
  select *, least(${LOOPS.join(", ")}) as first from (
    select ${inMs("signalbox.clock()")} as now,
      ${LOOPS.map((loop) => `${inMs(STATEMENTS[loop].next)} as ${loop}`).join(",\n      ")}
    -- Without it each part would be planned and read twice.
    offset 0) due`);

/**
 * When something is next due in each loop (null: never), and what time it is, in milliseconds since
 * 1970 by the database's clock. It costs a tenth of looking by taking.
 */
export async function readNextDue(q: Db): Promise<NextDue> {
  const [next] = await q.query(NEXT);
  if (!next) throw new Error("A statement without a condition returned no row");
  return next;
}
