import type { Insertable } from "kysely";
import { sql } from "kysely";
import type { Database, Db } from "../../platform/database/schema.ts";
import type { DestinationDetails } from "../rules/change.ts";
import type { Destination } from "../rules/destination.ts";
import {
  destinationFacts,
  detailsKey,
  detailsOf,
  paymentDetailOf,
  serviceIdOf,
} from "../rules/destination.ts";
import type { SignedRow } from "./row-macs.ts";
import { destinationRow } from "./row-macs.ts";
import { fromJson, fromRailKey, toRailKey } from "./rows.ts";

export interface DestinationFilter {
  kind?: Destination["kind"];
  /** ISO 8601. Leaves out retired and contradicted destinations, and ignores the cool-down. */
  isNotEnded?: boolean;
  /** Destinations with one of these ids at the service. */
  serviceIds?: readonly string[];
  /** Those with one of these values. */
  valueDigests?: readonly string[];
}

export type DestinationMark = "retired" | "proven" | "contradicted";

const PLAIN_COLUMNS = [
  ...(["id", "workspace_id", "connection_id", "kind", "service_id", "name", "network"] as const),
  ...(["value", "added_by", "approved_by", "request_id"] as const),
] as const;
const TIMES = ["added_at", "usable_from", "retired_at", "proven_at", "contradicted_at"] as const;

/** Its times as text: in a list of thousands, a `Date` for each takes as long as all else. */
const destinations = (db: Db) =>
  db
    .selectFrom("destinations")
    .select(PLAIN_COLUMNS)
    .select([
      isoTime("added_at").$notNull().as("added_at"),
      isoTime("usable_from").$notNull().as("usable_from"),
      isoTime("retired_at").as("retired_at"),
      isoTime("proven_at").as("proven_at"),
      isoTime("contradicted_at").as("contradicted_at"),
    ]);

type DestinationRow = Awaited<
  ReturnType<ReturnType<typeof destinations>["executeTakeFirstOrThrow"]>
>;

/** As `Date.toISOString` spells it. */
const isoTime = (column: (typeof TIMES)[number]) =>
  sql<string | null>`to_char(${sql.ref(column)} at time zone 'UTC', ${sql.lit(ISO_FORMAT)})`;
const ISO_FORMAT = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';

export async function findDestination(
  db: Db,
  workspaceId: string,
  destinationId: string,
): Promise<Destination | undefined> {
  const row = await destinations(db)
    .where("id", "=", destinationId)
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst();
  return row && toDestination(row);
}

/** One in use before a retired one with the same id. */
export async function findDestinationByServiceId(
  db: Db,
  connectionId: string,
  serviceId: string,
): Promise<Destination | undefined> {
  const row = await destinations(db)
    .where("connection_id", "=", connectionId)
    .where("service_id", "=", toRailKey(serviceId))
    .orderBy((eb) => eb("retired_at", "is", null), "desc")
    .orderBy("retired_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && toDestination(row);
}

/**
 * One in use before a retired one. Only the rules know which spellings are one destination; the database leaves out
 * values that differ in more than case, because those never are.
 */
export async function findDestinationByDetails(
  db: Db,
  connectionId: string,
  details: DestinationDetails,
): Promise<Destination | undefined> {
  const { value } = paymentDetailOf(details);
  const rows = await destinations(db)
    .where("connection_id", "=", connectionId)
    .where((eb) =>
      eb(eb.fn<string>("lower", ["value"]), "=", eb.fn<string>("lower", [eb.val(value)])),
    )
    .execute();
  const key = detailsKey(details);
  const same = rows.map(toDestination).filter((each) => detailsKey(detailsOf(each)) === key);
  return same.find(({ retiredAt }) => retiredAt === null) ?? same[0];
}

export async function listDestinations(
  db: Db,
  connectionId: string,
  { kind, isNotEnded, serviceIds, valueDigests }: DestinationFilter,
): Promise<Destination[]> {
  if (serviceIds?.length === 0 || valueDigests?.length === 0) return [];
  let query = destinations(db).where("connection_id", "=", connectionId);
  if (kind) query = query.where("kind", "=", kind);
  if (serviceIds) query = query.where("service_id", "in", serviceIds.map(toRailKey));
  if (valueDigests) {
    const withValue = db
      .selectFrom("destination_values")
      .select("destination_id")
      .where("connection_id", "=", connectionId)
      .where("digest", "in", valueDigests);
    // As an array it is read once. PostgreSQL may take a join for cheaper, until it has counted many new rows: that took minutes.
    query = query.where(sql<boolean>`id = any(array(${withValue}))`);
  }
  if (isNotEnded) {
    query = query.where("retired_at", "is", null).where("contradicted_at", "is", null);
  }
  return byName((await query.execute()).map(toDestination));
}

/** Not in SQL: each database has its own order of names. */
function byName(all: readonly Destination[]): Destination[] {
  return all
    .map((destination) => ({ destination, key: sortKey(destination) }))
    .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ destination }) => destination);
}

function sortKey(destination: Destination): string {
  return `${destinationFacts(destination).name.toLowerCase()}\u0000${destination.id}`;
}

/** Does not change one in use under the same id. */
export async function addDestination(db: Db, destination: Destination): Promise<void> {
  await db
    .insertInto("destinations")
    .values(toDestinationRow(destination))
    .onConflict((conflict) =>
      conflict.columns(["connection_id", "service_id"]).where("retired_at", "is", null).doNothing(),
    )
    .execute();
}

export async function insertDestination(db: Db, destination: Destination): Promise<void> {
  await db.insertInto("destinations").values(toDestinationRow(destination)).execute();
}

const COLUMNS = {
  retired: "retired_at",
  proven: "proven_at",
  contradicted: "contradicted_at",
} as const;

/** The first time stays: a mark never moves or goes. */
export async function markDestination(
  db: Db,
  connectionId: string,
  destinationId: string,
  mark: DestinationMark,
  at: string,
): Promise<void> {
  const column = COLUMNS[mark];
  await db
    .updateTable("destinations")
    .set({ [column]: new Date(at) })
    .where("id", "=", destinationId)
    .where("connection_id", "=", connectionId)
    .where(column, "is", null)
    .execute();
}

/** As its code covers it. */
export async function findDestinationRow(
  db: Db,
  workspaceId: string,
  destinationId: string,
): Promise<SignedRow | undefined> {
  const row = await db
    .selectFrom("destinations")
    .select([...PLAIN_COLUMNS, ...TIMES])
    .where("id", "=", destinationId)
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst();
  return row && destinationRow(row);
}

export const rowOfDestination = (destination: Destination): SignedRow =>
  destinationRow(toDestinationRow(destination));

function toDestinationRow(destination: Destination): Insertable<Database["destinations"]> {
  const { name, network, value } = destinationFacts(destination);
  return {
    id: destination.id,
    workspace_id: destination.workspaceId,
    connection_id: destination.connectionId,
    kind: destination.kind,
    service_id: toRailKey(serviceIdOf(destination)),
    name,
    network,
    value,
    added_by: destination.addedBy,
    approved_by: JSON.stringify(destination.approvedBy),
    added_at: new Date(destination.addedAt),
    usable_from: new Date(destination.usableFrom),
    retired_at: toDate(destination.retiredAt),
    proven_at: toDate(destination.provenAt),
    contradicted_at: toDate(destination.contradictedAt),
    request_id: destination.requestId,
  };
}

function toDestination(row: DestinationRow): Destination {
  const common = {
    id: row.id,
    workspaceId: row.workspace_id,
    connectionId: row.connection_id,
    addedBy: row.added_by,
    approvedBy: fromJson<string[]>(row.approved_by),
    addedAt: row.added_at,
    usableFrom: row.usable_from,
    retiredAt: row.retired_at,
    provenAt: row.proven_at,
    contradictedAt: row.contradicted_at,
    requestId: row.request_id,
  };
  const { name, value } = row;
  const id = fromRailKey(row.service_id);
  return row.kind === "wallet"
    ? {
        ...common,
        kind: "wallet",
        wallet: { id, name, network: row.network ?? "", address: value },
      }
    : { ...common, kind: "bank-account", bankAccount: { id, name, iban: value } };
}

function toDate(iso: string | null): Date | null {
  return iso === null ? null : new Date(iso);
}
