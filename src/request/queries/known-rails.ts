import type { Db } from "../../platform/database/schema.ts";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import { isContradiction } from "../rules/decide-destination.ts";
import type { Destination } from "../rules/destination.ts";
import { detailsOf, serviceIdOf } from "../rules/destination.ts";
import { fromRailKey, toRailKey, toSeenRail } from "./rows.ts";

/** A Rail as it is known, wherever it was made. */
export interface KnownRail {
  railId: string;
  /** Ours; null when the Rail was made elsewhere. */
  name: string | null;
  /** The number of the request that it was made for. */
  requestNumber: number | null;
  type: Rail["type"];
  sourceAsset: string;
  destinationAsset: string;
  /** The service's own name for it. */
  destinationName: string;
  isDisputed: boolean;
}

/** A Rail that delivers into a destination: one of ours, or one made elsewhere that the service has shown. */
export interface RailInto {
  railId: string;
  /** Ours; null when the Rail was made elsewhere. */
  name: string | null;
  /** When the service last showed it; null when it has not since it was created. */
  lastSeenAt: string | null;
}

/** Those that became known last, newest first. */
export async function listLatestRails(
  db: Db,
  connectionId: string,
  limit: number,
): Promise<KnownRail[]> {
  const seen = await db
    .selectFrom("seen_rails")
    .select(["rail_id", "facts", "dispute"])
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
    const { type, sourceAsset, destinationAsset, destination, dispute } = toSeenRail(row);
    return {
      railId: fromRailKey(row.rail_id),
      name: request ? nameIn(request.canonical) : null,
      requestNumber: request?.number ?? null,
      type,
      sourceAsset,
      destinationAsset,
      destinationName: destination.displayName,
      isDisputed: dispute !== undefined,
    };
  });
}

function nameIn(canonical: string): string {
  return (JSON.parse(canonical) as { change: { name: string } }).change.name;
}

/** Those that were asked for here, and those that the service has shown, each once; none that it shows going elsewhere. */
export async function listRailsInto(
  db: Db,
  connectionId: string,
  destination: Destination,
): Promise<RailInto[]> {
  const key = toRailKey(serviceIdOf(destination));
  const ours = await db
    .selectFrom("requests")
    .select(["rail_id", "canonical"])
    .where("connection_id", "=", connectionId)
    .where("destination_service_id", "=", key)
    .where("rail_id", "is not", null)
    .orderBy("number")
    .execute();
  const seen = await db
    .selectFrom("seen_rails")
    .select(["rail_id", "last_seen_at", "facts"])
    .where("connection_id", "=", connectionId)
    .where("destination_service_id", "=", key)
    .orderBy("rail_id")
    .execute();
  const details = detailsOf(destination);
  const elsewhere = new Set(
    seen.flatMap((row) =>
      isContradiction(details, toSeenRail(row).destination) ? [row.rail_id] : [],
    ),
  );
  const seenAt = new Map(seen.map((row) => [row.rail_id, row.last_seen_at.toISOString()]));
  const names = new Map(ours.map((row) => [row.rail_id ?? "", nameIn(row.canonical)]));
  const keys = [...new Set([...names.keys(), ...seenAt.keys()])].filter(
    (railKey) => !elsewhere.has(railKey),
  );
  return keys.map((railKey) => ({
    railId: fromRailKey(railKey),
    name: names.get(railKey) ?? null,
    lastSeenAt: seenAt.get(railKey) ?? null,
  }));
}

/** The newest ones tell how the service does it now. */
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
