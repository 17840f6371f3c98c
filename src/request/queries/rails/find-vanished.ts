import type { Transaction } from "kysely";
import { sql } from "kysely";
import type { Database, Db } from "../../../platform/database/schema.ts";
import type { Ruling, SeenRail } from "../../rules/outcome/seen-rail.ts";
import { toRailKey, toSeenRail } from "../rows.ts";

/** Rails that were last shown before the last whole list was begun. */

/** A Rail that the service has shown before, and not in the last whole list. */
export interface VanishedRail {
  rail: SeenRail;
  /** Null unless somebody proposed something since it was last seen. */
  ruling: Ruling | null;
  /** The number of the request that it was made for; null if nobody approved it here. */
  requestNumber: number | null;
}

const REQUEST_NUMBER = sql<number | null>`(
  select min(requests.number) from request_rails
  join requests on requests.id = request_rails.request_id
  where request_rails.connection_id = seen_rails.connection_id
    and request_rails.rail_id = seen_rails.rail_id)`;

function vanished(db: Db, connectionId: string) {
  return db
    .selectFrom("seen_rails")
    .innerJoin("connections", "connections.id", "seen_rails.connection_id")
    .select(["seen_rails.facts", "seen_rails.ruling", REQUEST_NUMBER.as("request_number")])
    .where("seen_rails.connection_id", "=", connectionId)
    .whereRef("seen_rails.last_seen_at", "<", "connections.rails_read_at")
    .orderBy("seen_rails.moment");
}

export async function listVanishedRails(db: Db, connectionId: string): Promise<VanishedRail[]> {
  return (await vanished(db, connectionId).execute()).map(toVanished);
}

/** Locked until the transaction ends; undefined for a Rail that the last whole list shows. */
export async function lockVanishedRail(
  trx: Transaction<Database>,
  connectionId: string,
  railId: string,
): Promise<VanishedRail | undefined> {
  const row = await vanished(trx, connectionId)
    .where("seen_rails.rail_id", "=", toRailKey(railId))
    .forUpdate("seen_rails")
    .executeTakeFirst();
  return row && toVanished(row);
}

export async function saveRuling(
  trx: Transaction<Database>,
  connectionId: string,
  railId: string,
  ruling: Ruling,
): Promise<void> {
  await trx
    .updateTable("seen_rails")
    .set({ ruling: JSON.stringify(ruling) })
    .where("connection_id", "=", connectionId)
    .where("rail_id", "=", toRailKey(railId))
    .execute();
}

function toVanished(row: {
  facts: string;
  ruling: string | null;
  request_number: number | null;
}): VanishedRail {
  const ruling = row.ruling === null ? null : (JSON.parse(row.ruling) as Ruling);
  return { rail: toSeenRail(row), ruling, requestNumber: row.request_number };
}
