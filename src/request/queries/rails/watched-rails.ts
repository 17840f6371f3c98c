import { sql } from "kysely";
import type { Db } from "../../../platform/database/schema.ts";
import type { WatchedRail } from "../../rules/outcome/rail-change.ts";
import type { SeenRail } from "../../rules/outcome/seen-rail.ts";
import { toRailKey, toSeenRail } from "../rows.ts";

/** Every Rail that the service has shown, with what the approvers know about it; null for one without a watch. */
export async function listWatchedRails(
  db: Db,
  connectionId: string,
): Promise<{ rail: SeenRail; watched: string | null }[]> {
  const rows = await db
    .selectFrom("seen_rails")
    .select(["facts", "watched"])
    .where("connection_id", "=", connectionId)
    .execute();
  return rows.map(({ facts, watched }) => ({ rail: toSeenRail({ facts }), watched }));
}

/** Watches a Rail from now on, as the service showed it last, unless it is watched already. */
export async function beginWatch(db: Db, connectionId: string, railId: string): Promise<void> {
  await db
    .updateTable("seen_rails")
    .set({ watched: sql`json_build_object('rail', facts::json, 'isMissing', false)::text` })
    .where("connection_id", "=", connectionId)
    .where("rail_id", "=", toRailKey(railId))
    .where("watched", "is", null)
    .execute();
}

/** Notes what the approvers know about this Rail from now on. False if another process told them in the meantime. */
export async function saveWatchedRail(
  db: Db,
  connectionId: string,
  before: string | null,
  after: WatchedRail,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("seen_rails")
    .set({ watched: JSON.stringify(after) })
    .where("connection_id", "=", connectionId)
    .where("rail_id", "=", toRailKey(after.rail.railId))
    .where(sql<boolean>`watched is not distinct from ${before}::text`)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}
