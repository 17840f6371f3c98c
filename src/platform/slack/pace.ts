import { sql } from "kysely";
import type { Db } from "../database/schema.ts";
import { type Lane, type Pace, RANKS, type Rank } from "./slack.ts";

/** A job that was put off comes back within this; a process that was killed holds up lower ranks no longer. */
const COMES_BACK_MS = 5_000;
/** From the next free turn on; those who are further behind in a line come back together. */
const LONGEST_LINE_MS = 30_000;

/** Kept in the database and by its clock, so that all processes keep one pace. */
export function createPace(db: Db): Pace {
  /** Nothing before then: of a lane, or of the ranks below one that waits for it. */
  async function notWithin(ms: number, workspaceId: string, lane: string): Promise<void> {
    await sql`
      insert into paces (workspace_id, lane, taken_until)
      values (${workspaceId}, ${lane}, clock_timestamp() + ${milliseconds(ms)})
      on conflict (workspace_id, lane) do update
        set taken_until = greatest(paces.taken_until, excluded.taken_until)`.execute(db);
  }

  /** Until it has come back, lower ranks leave it the turn. */
  async function waits(ms: number, workspaceId: string, { name, rank }: Lane): Promise<void> {
    if (rank === undefined || rank === RANKS.at(-1)) return;
    await notWithin(ms + COMES_BACK_MS, workspaceId, waitingFor(name, rank));
  }

  return {
    async take(workspaceId, lane, atMostMs) {
      const { name, everyMs, atOnce, rank = "first" } = lane;
      const higher = RANKS.slice(0, RANKS.indexOf(rank));
      const isLower = higher.length > 0;
      const every = milliseconds(everyMs);
      // A burst of a lower rank leaves a turn to each higher one.
      const burst = milliseconds(everyMs * Math.max(0, atOnce - 1 - higher.length));
      const { rows } = await sql<{ wait: number }>`
        insert into paces (workspace_id, lane, taken_until)
        values (${workspaceId}, ${name}, clock_timestamp() + ${every})
        on conflict (workspace_id, lane) do update
          set taken_until = greatest(paces.taken_until, clock_timestamp()) + ${every}
          where paces.taken_until - ${burst}
              <= clock_timestamp() + ${milliseconds(isLower ? 0 : atMostMs)}
            and not exists (
              select from paces as higher
              where higher.workspace_id = ${workspaceId} and higher.taken_until > clock_timestamp()
                and higher.lane = any(${higher.map((each) => waitingFor(name, each))}::text[]))
        returning ${untilMs(sql`taken_until - ${every} - ${burst}`)} as wait`.execute(db);
      const [taken] = rows;
      if (taken) return { isTaken: true, waitMs: isLower ? 0 : atLeastNone(taken.wait) };
      // A free turn is left to a higher rank.
      const soonest = sql`clock_timestamp() + ${milliseconds(isLower ? everyMs : 0)}`;
      const next = sql`greatest(taken_until - ${burst}, ${soonest})`;
      // Those who are refused come back one after the other, and not all at once.
      const { rows: later } = await sql<{ wait: number }>`
        insert into paces (workspace_id, lane, taken_until)
        select workspace_id, ${lineOf(name, rank)}, ${next} + ${every}
        from paces where workspace_id = ${workspaceId} and lane = ${name}
        on conflict (workspace_id, lane) do update
          set taken_until = least(
            greatest(paces.taken_until + ${every}, excluded.taken_until),
            excluded.taken_until + ${milliseconds(LONGEST_LINE_MS)})
        returning ${untilMs(sql`taken_until - ${every}`)} as wait`.execute(db);
      const waitMs = atLeastNone(later[0]?.wait ?? 0);
      await waits(waitMs, workspaceId, lane);
      return { isTaken: false, waitMs };
    },

    async stall(workspaceId, lane, ms) {
      const { name, everyMs, atOnce } = lane;
      await notWithin(ms + everyMs * (atOnce - 1), workspaceId, name);
      await waits(ms, workspaceId, lane);
    },
  };
}

const lineOf = (lane: string, rank: Rank) => `${lane} ${rank} line`;

const waitingFor = (lane: string, rank: Rank) => `${lane} ${rank}`;

const milliseconds = (ms: number) => sql`${ms}::float8 * interval '1 millisecond'`;

/** As a double, which both engines read as a number. */
const untilMs = (moment: ReturnType<typeof sql>) =>
  sql`(extract(epoch from ${moment} - clock_timestamp()) * 1000)::float8`;

const atLeastNone = (ms: number) => Math.max(0, Math.ceil(ms));
