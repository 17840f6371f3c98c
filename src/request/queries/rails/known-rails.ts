import { sql } from "kysely";
import type { Db } from "../../../platform/database/schema.ts";
import { isUnreviewed } from "../../rules/approval/review.ts";
import { isContradiction } from "../../rules/decide-destination.ts";
import type { Destination } from "../../rules/destination.ts";
import { detailsOf, serviceIdOf } from "../../rules/destination.ts";
import type { Standing } from "../../rules/known-value.ts";
import { railOwner } from "../../rules/known-value.ts";
import type { SeenRail } from "../../rules/outcome/seen-rail.ts";
import { hasItsRail } from "../../rules/status.ts";
import { findReview } from "../reviews.ts";
import { fromRailKey, isReported, toOwner, toRailKey, toSeenRail } from "../rows.ts";

/** A Rail that the service has shown, wherever it was made. */
export interface KnownRail {
  rail: SeenRail;
  /** Whether the service's last whole list lacked it. */
  isMissing: boolean;
  /** A member reported a problem with it, and no approver has marked it as disputed. */
  isReported: boolean;
  /** It has come up for review, and nobody has decided yet. */
  isUnreviewed: boolean;
  /** The request that it was made for; null where it was made elsewhere. */
  owner: RailOwner | null;
}

interface RailOwner {
  number: number;
  /** The requested name; null if nobody approved it. */
  name: string | null;
  requestedBy: string;
  standing: Standing;
}

/** A Rail that delivers into a destination: one of ours, or one made elsewhere that the service has shown. */
export interface RailInto {
  railId: string;
  /** Ours; null when the Rail was made elsewhere. */
  name: string | null;
  /** When the service last showed it; null if never since its creation. */
  lastSeenAt: string | null;
}

/** Few enough that nobody else's click waits for them. */
const PAGE = 500;

/** The newest known first; all of them without a limit, page by page. */
export async function listKnownRails(
  db: Db,
  connectionId: string,
  limit = Number.POSITIVE_INFINITY,
): Promise<KnownRail[]> {
  const review = await findReview(db, { connectionId });
  const known: KnownRail[] = [];
  for (let before: string | undefined; known.length < limit; ) {
    const size = Math.min(PAGE, limit - known.length);
    const seen = await seenPage(db, connectionId, size, before);
    const keys = seen.map((row) => row.rail_id);
    const owners = Map.groupBy(await ownerRows(db, connectionId, keys), (row) => row.rail_id);
    for (const row of seen) {
      const rail = toSeenRail(row);
      known.push({
        rail,
        isUnreviewed: isUnreviewed(review, { kind: "rail", ref: rail.railId }),
        isMissing: Boolean(row.is_missing),
        isReported: isReported(row.dispute),
        owner: worstOf(owners.get(row.rail_id) ?? [], rail),
      });
    }
    if (seen.length < size) break;
    before = seen.at(-1)?.moment;
  }
  return known;
}

function seenPage(db: Db, connectionId: string, size: number, before: string | undefined) {
  return db
    .selectFrom("seen_rails")
    .innerJoin("connections", "connections.id", "seen_rails.connection_id")
    .select((eb) => [
      ...(["rail_id", "facts", "dispute", "moment"] as const),
      eb("last_seen_at", "<", eb.ref("rails_read_at")).as("is_missing"),
    ])
    .where("connection_id", "=", connectionId)
    .$if(before !== undefined, (query) => query.where("moment", "<", before ?? ""))
    .orderBy("moment", "desc")
    .limit(size)
    .execute();
}

type OwnerRow = Awaited<ReturnType<typeof ownerRows>>[number];

/** The requests to which Rails were ever known to belong, whatever has become of them. */
export async function ownerRows(db: Db, connectionId: string, keys: readonly string[]) {
  if (keys.length === 0) return [];
  return db
    .selectFrom("request_rails")
    .innerJoin("requests", "requests.id", "request_rails.request_id")
    .select(["request_rails.rail_id", "number", "canonical", "state", "requested_by", "attempt"])
    .where("request_rails.connection_id", "=", connectionId)
    .where(sql<boolean>`request_rails.rail_id = any(${keys}::text[])`)
    .orderBy("number")
    .execute();
}

function worstOf(rows: readonly OwnerRow[], rail: SeenRail): RailOwner | null {
  const owners = rows.map(toOwner);
  const worst = railOwner(owners, rail);
  const nth = owners.findIndex(({ number }) => number === worst?.requestNumber);
  const [row, owner] = [rows[nth], owners[nth]];
  if (!worst || !row || !owner) return null;
  // A restored database may have lost the claim; a Rail found for a request that is not approved is quarantined.
  const { state } = owner;
  const wasApproved = row.attempt > 0 || state.status === "in-force" || hasItsRail(state);
  return {
    number: row.number,
    name: wasApproved ? worst.name : null,
    requestedBy: row.requested_by,
    standing: worst.standing,
  };
}

function nameIn(canonical: string): string {
  return (JSON.parse(canonical) as { change: { name: string } }).change.name;
}

/** Rails requested here or shown by the service, each once; none that the service shows going elsewhere. */
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

/**
 * How many Rails `listRailsInto` finds, and how many requests made one, without reading each: a card says it of a
 * destination with thousands.
 */
export async function countAllRailsInto(
  db: Db,
  connectionId: string,
  destination: Destination,
): Promise<{ all: number; ours: number }> {
  const key = toRailKey(serviceIdOf(destination));
  const seen = db
    .selectFrom("seen_rails")
    .where("connection_id", "=", connectionId)
    .where("destination_service_id", "=", key);
  const each = db
    .selectFrom("requests")
    .select(["rail_id", sql<boolean>`true`.as("is_ours")])
    .where("connection_id", "=", connectionId)
    .where("destination_service_id", "=", key)
    .where("rail_id", "is not", null)
    .unionAll(seen.select(["rail_id", sql<boolean>`false`.as("is_ours")]))
    .as("each");
  const [{ all, ours }, others] = await Promise.all([
    db
      .selectFrom(each)
      .select(({ fn }) => [
        fn.count("rail_id").distinct().as("all"),
        fn.countAll().filterWhere("is_ours", "=", true).as("ours"),
      ])
      .executeTakeFirstOrThrow(),
    // A Rail that agreed with the register delivers here.
    seen.select("facts").whereRef("agreed_at", "is distinct from", "last_seen_at").execute(),
  ]);
  const details = detailsOf(destination);
  const elsewhere = others.filter((row) => isContradiction(details, toSeenRail(row).destination));
  return { all: Number(all) - elsewhere.length, ours: Number(ours) };
}

/** The newest ones show how the service does it now. */
const LATEST = 20;

/** Null if no Rail of a request was shown since we began to note it. */
export async function isTagEchoed(db: Db, connectionId: string): Promise<boolean | null> {
  const rows = await db
    .selectFrom("seen_rails")
    .innerJoin("request_rails", (join) =>
      join
        .onRef("request_rails.connection_id", "=", "seen_rails.connection_id")
        .onRef("request_rails.rail_id", "=", "seen_rails.rail_id"),
    )
    .innerJoin("requests", "requests.id", "request_rails.request_id")
    .select("seen_rails.facts")
    .where("seen_rails.connection_id", "=", connectionId)
    // An adopted Rail never had a tag of ours.
    .where("requests.kind", "=", "create-rail")
    .orderBy("seen_rails.moment", "desc")
    .limit(LATEST)
    .execute();
  const noted = rows.map((row) => toSeenRail(row).isTagged).filter((each) => each !== undefined);
  return noted.length === 0 ? null : noted.includes(true);
}
