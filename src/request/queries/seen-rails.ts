import { sql } from "kysely";
import type { Db } from "../../platform/database/schema.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { isContradiction } from "../rules/decide-destination.ts";
import type { Destination } from "../rules/destination.ts";
import { detailsOf, paymentDetailOf, serviceIdOf } from "../rules/destination.ts";
import type { KnownValue } from "../rules/known-value.ts";
import { knownDestination } from "../rules/known-value.ts";
import { railOwner } from "../rules/outcome/rail-owner.ts";
import type { SeenEnd, SeenRail } from "../rules/outcome/seen-rail.ts";
import { subjectOfChange } from "../rules/subject.ts";
import { listDestinations } from "./destinations.ts";
import { listAwaitedDestinations } from "./find-requests.ts";
import { nameIn } from "./known-rails.ts";
import { fromRailKey, toOwner, toRailKey, toSeenRail, toSeenRailRow } from "./rows.ts";

/** A Rail that delivers into a destination: one of ours, or one made elsewhere that the service has shown. */
export interface RailInto {
  railId: string;
  /** Ours; null when the Rail was made elsewhere. */
  name: string | null;
  /** When the service last showed it; null when it has not since it was created. */
  lastSeenAt: string | null;
}

/** What the service has shown of Rails, wherever they were made. */

const AT_ONCE = 500;

export async function rememberRails(
  db: Db,
  workspaceId: string,
  connectionId: string,
  rails: readonly SeenRail[],
): Promise<void> {
  // One statement cannot touch a row twice: a page may show a Rail that was pushed down from the page before.
  const latest = [...new Map(rails.map((rail) => [rail.railId, rail])).values()].sort(byRailId);
  for (let from = 0; from < latest.length; from += AT_ONCE) {
    const part = latest.slice(from, from + AT_ONCE);
    await db
      .insertInto("seen_rails")
      .values(part.map((rail) => toSeenRailRow(workspaceId, connectionId, rail)))
      .onConflict((conflict) =>
        conflict.columns(["connection_id", "rail_id"]).doUpdateSet((eb) => ({
          destination_service_id: eb.ref("excluded.destination_service_id"),
          facts: eb.ref("excluded.facts"),
          last_seen_at: eb.ref("excluded.last_seen_at"),
          // Whatever people ruled, the service shows it again.
          ruling: null,
        })),
      )
      .execute();
  }
}

/** Two walks at once lock the rows in one order: in two, each could wait for the other. */
function byRailId(one: SeenRail, other: SeenRail): number {
  return one.railId < other.railId ? -1 : 1;
}

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

/** False for a Rail that two approvers have ruled out; true for one that the service has never shown. */
const IS_NOT_RULED_OUT = sql<boolean>`(seen_rails.ruling::json->>'agreed') is null`;

/** The last that the service has shown, or else the last that was made for a request; none that was ruled out. */
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

/** Whether the service has ever shown a Rail that is not among these, and that nobody has ruled out. */
export async function isRailMissing(
  db: Db,
  connectionId: string,
  shown: readonly string[],
): Promise<boolean> {
  const row = await db
    .selectFrom("seen_rails")
    .select("rail_id")
    .where("connection_id", "=", connectionId)
    .where(IS_NOT_RULED_OUT)
    .where(sql<boolean>`rail_id <> all(${shown.map(toRailKey)}::text[])`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Which of these Rails the service had shown before the request was made, by the order in which the two were saved. */
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

export async function listUntoldRails(db: Db, connectionId: string): Promise<SeenRail[]> {
  const rows = await db
    .selectFrom("seen_rails")
    .leftJoin("request_rails", (join) =>
      join
        .onRef("request_rails.connection_id", "=", "seen_rails.connection_id")
        .onRef("request_rails.rail_id", "=", "seen_rails.rail_id"),
    )
    .select("seen_rails.facts")
    .where("seen_rails.connection_id", "=", connectionId)
    .where("seen_rails.told_at", "is", null)
    .where("request_rails.rail_id", "is", null)
    .orderBy("seen_rails.moment")
    .execute();
  return rows.map(toSeenRail);
}

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

export async function listUnregistered(db: Db, connectionId: string): Promise<SeenRail[]> {
  const [rails, registered] = await Promise.all([
    listSeenRails(db, connectionId),
    listDestinations(db, connectionId, {}),
  ]);
  return rails.filter(isUnregistered(registered));
}

export async function listKnownValues(db: Db, connectionId: string): Promise<KnownValue[]> {
  const registered = await listDestinations(db, connectionId, {});
  const rails = await listSeenRails(db, connectionId);
  const awaited = await listAwaitedDestinations(db, connectionId);
  const owners = await railOwners(db, connectionId);
  const isElsewhere = isUnregistered(registered);
  const ids = new Set(registered.map(serviceIdOf));
  return [
    ...registered.map(knownDestination),
    ...rails.flatMap((rail) => knownEntryPoint(rail, owners.get(rail.railId) ?? [])),
    ...rails
      .filter(isElsewhere)
      .flatMap((rail) => knownDelivery(rail, ids.has(rail.destination.serviceId ?? ""))),
    ...awaited.flatMap(({ number, content }): KnownValue[] => {
      const { change } = content;
      const { details } = subjectOfChange(change);
      const network = details.kind === "wallet" ? details.network : null;
      const what = { is: "asked-for", requestNumber: number } as const;
      return [{ ...paymentDetailOf(details), network, name: change.name, ...what }];
    }),
  ];
}

function knownEntryPoint(rail: SeenRail, owners: readonly Owner[]): KnownValue[] {
  const { detail, network, displayName } = rail.source;
  if (detail === null) return [];
  const owner = railOwner(owners, rail);
  return [{ ...detail, network, name: owner?.name ?? displayName, is: "entry-point", rail, owner }];
}

function knownDelivery(rail: SeenRail, isIdTaken: boolean): KnownValue[] {
  const { detail, network, displayName: name } = rail.destination;
  return detail === null ? [] : [{ ...detail, network, name, is: "unregistered", rail, isIdTaken }];
}

/** Under an id of the register, but with another value, is not what stands there. */
function isUnregistered(registered: readonly Destination[]) {
  const byId = Map.groupBy(registered, serviceIdOf);
  return ({ destination }: SeenRail) =>
    !(byId.get(destination.serviceId ?? "") ?? []).some(
      (each) => !isContradiction(detailsOf(each), destination),
    );
}

async function listSeenRails(db: Db, connectionId: string): Promise<SeenRail[]> {
  const rows = await db
    .selectFrom("seen_rails")
    .select("facts")
    .where("connection_id", "=", connectionId)
    .orderBy("rail_id")
    .execute();
  return rows.map(toSeenRail);
}

type Owner = Parameters<typeof railOwner>[0][number];

/** The requests to which Rails were ever known to belong, whatever has become of them. */
async function railOwners(db: Db, connectionId: string): Promise<Map<string, Owner[]>> {
  const rows = await db
    .selectFrom("request_rails")
    .innerJoin("requests", "requests.id", "request_rails.request_id")
    .select([
      "request_rails.rail_id as key",
      "requests.number",
      "requests.canonical",
      "requests.state",
    ])
    .where("request_rails.connection_id", "=", connectionId)
    .execute();
  const owners = rows.map((row) => ({ ...toOwner(row), railId: fromRailKey(row.key) }));
  return Map.groupBy(owners, ({ railId }) => railId);
}
