import { sql } from "kysely";
import type { Db } from "../../../platform/database/schema.ts";
import type { RequestRef } from "../../../platform/queue/request-ref.ts";
import { inPages } from "../../each-workspace.ts";
import type { SeenEnd, SeenRail } from "../../rules/outcome/seen-rail.ts";
import { fromRailKey, toRailKey, toSeenRail, toSeenRailRow } from "../rows.ts";

const AT_ONCE = 500;

/** Keeps what the service showed of these Rails. `agreed`: the ids of Rails that deliver as the register says. */
export async function rememberRails(
  db: Db,
  workspaceId: string,
  connectionId: string,
  rails: readonly SeenRail[],
  agreed: ReadonlySet<string> = new Set(),
): Promise<void> {
  // One statement cannot touch a row twice: a page may show a Rail that was pushed down from the page before.
  const latest = [...new Map(rails.map((rail) => [rail.railId, rail])).values()].sort(byRailId);
  for (let from = 0; from < latest.length; from += AT_ONCE) {
    const part = latest.slice(from, from + AT_ONCE);
    await db
      .insertInto("seen_rails")
      .values(
        part.map((rail) => toSeenRailRow(workspaceId, connectionId, rail, agreed.has(rail.railId))),
      )
      .onConflict((conflict) =>
        conflict.columns(["connection_id", "rail_id"]).doUpdateSet((eb) => ({
          destination_service_id: eb.ref("excluded.destination_service_id"),
          facts: eb.ref("excluded.facts"),
          last_seen_at: eb.ref("excluded.last_seen_at"),
          agreed_at: eb.ref("excluded.agreed_at"),
          source_digest: eb.ref("excluded.source_digest"),
          destination_digest: eb.ref("excluded.destination_digest"),
          is_indexed: IS_STILL_INDEXED,
          // The service shows it again, so the ruling is over.
          ruling: null,
        })),
      )
      .execute();
  }
}

/** As long as it shows the same values. */
const IS_STILL_INDEXED = sql<boolean>`seen_rails.is_indexed
  and seen_rails.source_digest is not distinct from excluded.source_digest
  and seen_rails.destination_digest is not distinct from excluded.destination_digest`;

/** Two walks at once lock the rows in one order: in two, each could wait for the other. */
function byRailId(one: SeenRail, other: SeenRail): number {
  return one.railId < other.railId ? -1 : 1;
}

/** The destination with this id as a Rail last showed it; undefined if none has. */
export async function findSeenDestination(
  db: Db,
  connectionId: string,
  serviceId: string,
): Promise<SeenEnd | undefined> {
  const row = await db
    .selectFrom("seen_rails")
    .select("facts")
    .where("connection_id", "=", connectionId)
    .where("destination_service_id", "=", toRailKey(serviceId))
    .orderBy("last_seen_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && toSeenRail(row).destination;
}

/** False for a Rail that two approvers ruled out; true for one that the service never showed. */
const IS_NOT_RULED_OUT = sql<boolean>`(seen_rails.ruling::json->>'agreed') is null`;

/** The last Rail that the service showed, or else the last one made for a request; never one that was ruled out. */
export async function findLatestRailId(db: Db, connectionId: string): Promise<string | undefined> {
  const seen = await db
    .selectFrom("seen_rails")
    .select("rail_id")
    .where("connection_id", "=", connectionId)
    .where(IS_NOT_RULED_OUT)
    .orderBy("last_seen_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const made = await db
    .selectFrom("requests")
    .leftJoin("seen_rails", (join) =>
      join
        .onRef("seen_rails.connection_id", "=", "requests.connection_id")
        .onRef("seen_rails.rail_id", "=", "requests.rail_id"),
    )
    .select("requests.rail_id")
    .where("requests.connection_id", "=", connectionId)
    .where("requests.rail_id", "is not", null)
    .where(IS_NOT_RULED_OUT)
    .orderBy("requests.number", "desc")
    .limit(1)
    .executeTakeFirst();
  const key = seen?.rail_id ?? made?.rail_id;
  return key === undefined || key === null ? undefined : fromRailKey(key);
}

const KEYS_AT_ONCE = 5_000;

/** Whether the service ever showed a Rail that is not among these and that nobody ruled out. */
export async function isRailMissing(
  db: Db,
  connectionId: string,
  shown: ReadonlySet<string>,
): Promise<boolean> {
  const known = inPages((after: string | null) => listRailKeys(db, connectionId, after));
  for await (const key of known) if (!shown.has(fromRailKey(key))) return true;
  return false;
}

async function listRailKeys(db: Db, connectionId: string, after: string | null): Promise<string[]> {
  const rows = await db
    .selectFrom("seen_rails")
    .select("rail_id")
    .where("connection_id", "=", connectionId)
    .$if(after !== null, (query) => query.where("rail_id", ">", after))
    .where(IS_NOT_RULED_OUT)
    .orderBy("rail_id")
    .limit(KEYS_AT_ONCE)
    .execute();
  return rows.map((row) => row.rail_id);
}

/** The Rails that the service had shown before the request was made, by the order in which both were saved. */
export async function listRailsSeenBefore(
  db: Db,
  { workspaceId, requestId }: RequestRef,
  railIds: readonly string[],
): Promise<string[]> {
  if (railIds.length === 0) return [];
  const rows = await db
    .selectFrom("seen_rails")
    .innerJoin("requests", "requests.connection_id", "seen_rails.connection_id")
    .select("seen_rails.rail_id")
    .where("requests.id", "=", requestId)
    .where("requests.workspace_id", "=", workspaceId)
    .where("seen_rails.rail_id", "in", railIds.map(toRailKey))
    .whereRef("seen_rails.moment", "<", "requests.moment")
    .execute();
  return rows.map((row) => fromRailKey(row.rail_id));
}

/** Rails that became known after a moment and were not noted for the approvers, the earliest first. */
export async function listUntoldRails(
  db: Db,
  connectionId: string,
  after: string,
): Promise<{ moment: string; rail: SeenRail }[]> {
  const rows = await db
    .selectFrom("seen_rails")
    .leftJoin("request_rails", (join) =>
      join
        .onRef("request_rails.connection_id", "=", "seen_rails.connection_id")
        .onRef("request_rails.rail_id", "=", "seen_rails.rail_id"),
    )
    .select(["seen_rails.facts", "seen_rails.moment"])
    .where("seen_rails.connection_id", "=", connectionId)
    .where("seen_rails.moment", ">", after)
    .where("seen_rails.told_at", "is", null)
    .where("request_rails.rail_id", "is", null)
    .orderBy("seen_rails.moment")
    .limit(AT_ONCE)
    .execute();
  return rows.map((row) => ({ moment: row.moment, rail: toSeenRail(row) }));
}

/** Returns the Rails that were not noted before. */
export async function noteRails(
  db: Db,
  connectionId: string,
  railIds: readonly string[],
  at: string,
): Promise<string[]> {
  const rows = await db
    .updateTable("seen_rails")
    .set({ told_at: new Date(at) })
    .where("connection_id", "=", connectionId)
    .where(sql<boolean>`rail_id = any(${railIds.map(toRailKey)}::text[])`)
    .where("told_at", "is", null)
    .returning("rail_id")
    .execute();
  return rows.map((row) => fromRailKey(row.rail_id));
}
