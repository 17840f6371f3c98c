import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Database } from "../database/schema.ts";
import type { Pace } from "./slack.ts";

/** Kept in the database and by its clock, so that all processes keep one pace. */
export function createPace(db: Kysely<Database>): Pace {
  return {
    async take(workspaceId, { name, everyMs, atOnce }, atMostMs) {
      const every = milliseconds(everyMs);
      const burst = milliseconds(everyMs * (atOnce - 1));
      const { rows } = await sql<{ wait: number }>`
        insert into paces (workspace_id, lane, taken_until)
        values (${workspaceId}, ${name}, clock_timestamp() + ${every})
        on conflict (workspace_id, lane) do update
          set taken_until = greatest(paces.taken_until, clock_timestamp()) + ${every}
          where paces.taken_until - ${burst} <= clock_timestamp() + ${milliseconds(atMostMs)}
        returning ${untilMs(sql`taken_until - ${every} - ${burst}`)} as wait`.execute(db);
      const [taken] = rows;
      if (taken) return { isTaken: true, waitMs: atLeastNone(taken.wait) };
      const { rows: later } = await sql<{ wait: number }>`
        select ${untilMs(sql`taken_until - ${burst}`)} as wait
        from paces where workspace_id = ${workspaceId} and lane = ${name}`.execute(db);
      return { isTaken: false, waitMs: atLeastNone(later[0]?.wait ?? 0) };
    },

    async stall(workspaceId, { name, everyMs, atOnce }, ms) {
      const until = sql`clock_timestamp() + ${milliseconds(ms + everyMs * (atOnce - 1))}`;
      await sql`
        insert into paces (workspace_id, lane, taken_until)
        values (${workspaceId}, ${name}, ${until})
        on conflict (workspace_id, lane) do update
          set taken_until = greatest(paces.taken_until, excluded.taken_until)`.execute(db);
    },
  };
}

const milliseconds = (ms: number) => sql`${ms}::float8 * interval '1 millisecond'`;

/** As a double, which both engines read as a number. */
const untilMs = (moment: ReturnType<typeof sql>) =>
  sql`(extract(epoch from ${moment} - clock_timestamp()) * 1000)::float8`;

const atLeastNone = (ms: number) => Math.max(0, Math.ceil(ms));
