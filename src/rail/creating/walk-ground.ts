import { sql } from "kysely";
import { overOneConnection } from "../../platform/database/at-once.ts";
import type { Db } from "../../platform/database/schema.ts";
import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import type { Context } from "../../request/context.ts";
import { hasEntry } from "../../request/queries/audit.ts";
import { tokenMark } from "../../request/queries/connections.ts";
import { findRequestsByIds } from "../../request/queries/find-requests.ts";
import { findRestoredAt } from "../../request/queries/freezes.ts";
import { fromRailKey, toRailKey, toSeenRail } from "../../request/queries/rows.ts";
import { isRailRequest } from "../../request/rules/change-request.ts";
import { readTag } from "../../request/rules/outcome/tag.ts";
import type { Ground, KnownAs, ShownRail, WholeWalk } from "../rules/short-look.ts";

export interface Place {
  workspaceId: string;
  connectionId: string;
}

/** A request's own: it was known to be its Rail, whatever has become of it since. */
const IS_OWNED = sql<boolean>`exists (
  select from request_rails where request_rails.connection_id = seen_rails.connection_id
    and request_rails.rail_id = seen_rails.rail_id)`;

/** The client of a walk that is to be kept; the mark of the token is read before the token itself. */
export async function beginWalk(
  { db, railApis, clock }: Pick<Context, "db" | "railApis" | "clock">,
  { workspaceId, connectionId }: Place,
): Promise<Pick<WholeWalk, "startedAt" | "token"> & { rails: RailApi }> {
  const token = await tokenMark(db, workspaceId, connectionId);
  const rails = await railApis(workspaceId, connectionId);
  return { startedAt: clock(), token, rails };
}

/** What a short look at the list of this connection may build on. */
export async function findGround(
  { db, marker }: Pick<Context, "db" | "marker">,
  { workspaceId, connectionId }: Place,
): Promise<Ground> {
  const marks = await marker.read(workspaceId);
  return overOneConnection(db, async (db) => {
    const [walk, token, ruledOut, restoredAt, ...known] = await Promise.all([
      findWalk(db, connectionId),
      tokenMark(db, workspaceId, connectionId),
      listRuledOut(db, connectionId),
      findRestoredAt(db, workspaceId),
      ...marks.map((mark) => hasEntry(db, workspaceId, mark)),
    ]);
    const areMarksKnown = known.length > 0 && !known.includes(false);
    return { walk, token, ruledOut, restoredAt, areMarksKnown };
  });
}

/** The last whole walk that was kept; null if none was. */
export async function findWalk(db: Db, connectionId: string): Promise<WholeWalk | null> {
  const { whole_walk } = await db
    .selectFrom("connections")
    .select("whole_walk")
    .where("id", "=", connectionId)
    .executeTakeFirstOrThrow();
  return whole_walk === null ? null : (JSON.parse(whole_walk) as WholeWalk);
}

/**
 * What is known of the list when a walk over it ends: the last moment at which a Rail had become known, and those that are
 * ruled out. A Rail whose transaction commits later with an earlier moment is counted nowhere, so that the next short look
 * does not add up.
 */
export async function knownNow(
  db: Db,
  connectionId: string,
): Promise<Pick<WholeWalk, "upTo" | "ruledOut">> {
  const row = await db
    .selectFrom("seen_rails")
    .select("moment")
    .where("connection_id", "=", connectionId)
    .orderBy("moment", "desc")
    .limit(1)
    .executeTakeFirst();
  return { upTo: row?.moment ?? "0", ruledOut: await listRuledOut(db, connectionId) };
}

/** Keeps a walk for short looks. It showed no Rail of a request that was never claimed, and missed none. */
export async function keepWalk(db: Db, connectionId: string, walk: WholeWalk): Promise<void> {
  await db
    .updateTable("connections")
    .set({ whole_walk: JSON.stringify(walk) })
    .where("id", "=", connectionId)
    .execute();
}

/** Sorted, as one key each. */
async function listRuledOut(db: Db, connectionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("seen_rails")
    .select("rail_id")
    .where("connection_id", "=", connectionId)
    .where("ruling", "is not", null)
    .where(sql<boolean>`ruling::json->>'agreed' is not null`)
    .execute();
  return rows.map((row) => row.rail_id).sort();
}

/** How many Rails of requests were read back since a walk, and the last moment among them. */
export async function countReadBack(
  db: Db,
  connectionId: string,
  { upTo }: WholeWalk,
): Promise<{ count: number; upTo: string }> {
  const row = await db
    .selectFrom("seen_rails")
    .select(({ fn }) => [fn.countAll().as("count"), fn.max("moment").as("upTo")])
    .where("connection_id", "=", connectionId)
    .where("moment", ">", upTo)
    .where(IS_OWNED)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), upTo: row.upTo ?? upTo };
}

/** A short look is not worth it for more than this many at once. */
const MOST_IN_DOUBT = 50;

/** Whether every Rail that was shown since a walk is a request's own, or that of one that is being sent. */
export async function areAllOwned(db: Db, place: Place, { upTo }: WholeWalk): Promise<boolean> {
  const rows = await db
    .selectFrom("seen_rails")
    .select("facts")
    .where("connection_id", "=", place.connectionId)
    .where("moment", ">", upTo)
    .where((eb) => eb.not(IS_OWNED))
    .limit(MOST_IN_DOUBT)
    .execute();
  const rails = rows.map(toSeenRail);
  const sent = await beingSent(
    db,
    place,
    rails.map(({ railId: id, requestId }) => ({ id, requestId })),
  );
  return rails.length < MOST_IN_DOUBT && !sent.includes(false);
}

interface TaggedRail {
  id: string | null;
  requestId: string | undefined;
}

/** For each, whether it carries the tag of a request that is being sent, or that has it as its Rail. */
async function beingSent(
  db: Db,
  { workspaceId, connectionId }: Place,
  rails: readonly TaggedRail[],
): Promise<boolean[]> {
  const tags = rails.flatMap(({ requestId }) => requestId ?? []);
  const requests = await findRequestsByIds(db, workspaceId, tags);
  const known = new Map(requests.map((request) => [request.id, request]));
  return rails.map(({ id, requestId }) => {
    const request = known.get(requestId ?? "");
    if (!request || !isRailRequest(request) || request.connectionId !== connectionId) return false;
    const { state } = request;
    return state.status === "sending" || ("railId" in state && state.railId === id);
  });
}

/** How each Rail of a page is known, by what was known up to the walk and up to the count of those read back since. */
export async function asKnown(
  db: Db,
  place: Place,
  rails: readonly Rail[],
  upTo: { walk: string; count: string },
): Promise<ShownRail[]> {
  const seen = await seenAs(db, place.connectionId, rails, upTo);
  const tagged = rails.map(({ id, metadata }) => ({
    id,
    requestId: readTag(metadata)?.requestId,
  }));
  const sent = await beingSent(db, place, tagged);
  return tagged.map(({ id, requestId }, nth) => {
    const as = (id !== null && seen.get(id)) || (sent[nth] ? "being-sent" : "not-known");
    return { id, requestId, as };
  });
}

async function seenAs(
  db: Db,
  connectionId: string,
  rails: readonly Rail[],
  upTo: { walk: string; count: string },
): Promise<Map<string, KnownAs>> {
  const keys = rails.flatMap(({ id }) => (id === null ? [] : toRailKey(id)));
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom("seen_rails")
    .select([
      "rail_id",
      sql<KnownAs>`case when moment <= ${upTo.walk} then 'walked'
        when moment <= ${upTo.count} then 'read-back' else 'read-back-meanwhile' end`.as("as"),
    ])
    .where("connection_id", "=", connectionId)
    .where("rail_id", "in", keys)
    .where((eb) => eb.or([eb("moment", "<=", upTo.walk), IS_OWNED]))
    .execute();
  return new Map(rows.map((row) => [fromRailKey(row.rail_id), row.as]));
}

/** The address of the page that the next short reading looks at; null for the one after the first. */
export async function findFurtherPage(db: Db, connectionId: string): Promise<string | null> {
  const row = await db
    .selectFrom("connections")
    .select("further_page")
    .where("id", "=", connectionId)
    .executeTakeFirst();
  return row?.further_page ?? null;
}

export async function saveFurtherPage(
  db: Db,
  connectionId: string,
  further_page: string | null,
): Promise<void> {
  await db
    .updateTable("connections")
    .set({ further_page })
    .where("id", "=", connectionId)
    .execute();
}
