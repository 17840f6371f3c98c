import type { Db } from "../../platform/database/schema.ts";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import { fromRailKey, toSeenRail } from "./rows.ts";

/** A Rail as it is known, wherever it was made. */
export interface KnownRail {
  railId: string;
  /** Ours; null when the Rail was made elsewhere. */
  name: string | null;
  /** Of the request that it was made for. */
  requestNumber: number | null;
  type: Rail["type"];
  sourceAsset: string;
  destinationAsset: string;
  /** The service's own name for it. */
  destinationName: string;
}

/** What is known of Rails without asking the service. */

/** Those that became known last, newest first. */
export async function listLatestRails(
  db: Db,
  connectionId: string,
  limit: number,
): Promise<KnownRail[]> {
  const seen = await db
    .selectFrom("seen_rails")
    .select(["rail_id", "facts"])
    .where("connection_id", "=", connectionId)
    .orderBy("moment", "desc")
    .limit(limit)
    .execute();
  if (seen.length === 0) return [];
  const asked = await db
    .selectFrom("requests")
    .select(["rail_id", "number", "canonical"])
    .where("connection_id", "=", connectionId)
    .where(
      "rail_id",
      "in",
      seen.map((row) => row.rail_id),
    )
    .execute();
  const requests = new Map(asked.map((row) => [row.rail_id, row]));
  return seen.map((row) => {
    const request = requests.get(row.rail_id);
    const { type, sourceAsset, destinationAsset, destination } = toSeenRail(row);
    return {
      railId: fromRailKey(row.rail_id),
      name: request ? nameIn(request.canonical) : null,
      requestNumber: request?.number ?? null,
      type,
      sourceAsset,
      destinationAsset,
      destinationName: destination.displayName,
    };
  });
}

export function nameIn(canonical: string): string {
  return (JSON.parse(canonical) as { change: { name: string } }).change.name;
}

/** So many of the newest tell how the service does it now. */
const LATEST = 20;

/** Null where no Rail of a request was shown since that is noted. */
export async function isTagEchoed(db: Db, connectionId: string): Promise<boolean | null> {
  const rows = await db
    .selectFrom("seen_rails")
    .innerJoin("request_rails", (join) =>
      join
        .onRef("request_rails.connection_id", "=", "seen_rails.connection_id")
        .onRef("request_rails.rail_id", "=", "seen_rails.rail_id"),
    )
    .select("seen_rails.facts")
    .where("seen_rails.connection_id", "=", connectionId)
    .orderBy("seen_rails.moment", "desc")
    .limit(LATEST)
    .execute();
  const noted = rows.map((row) => toSeenRail(row).isTagged).filter((each) => each !== undefined);
  return noted.length === 0 ? null : noted.includes(true);
}
