import { sql } from "kysely";
import type { Db } from "../../platform/database/schema.ts";
import type { PaymentDetail } from "../../platform/payment-details/payment-detail.ts";
import { destinationKey } from "../../platform/payment-details/payment-detail.ts";
import type { DestinationDetails } from "../rules/change.ts";
import type { Destination } from "../rules/destination.ts";
import { destinationFacts, detailsKey, detailsOf, paymentDetailOf } from "../rules/destination.ts";
import { PLAIN_COLUMNS, TIMES, toDestination, toDestinationRow } from "./destination-rows.ts";
import { forgetWaitingCards } from "./messages.ts";
import type { SignedRow } from "./row-macs.ts";
import { destinationRow } from "./row-macs.ts";
import { fromRailKey, toRailKey } from "./rows.ts";

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

/** One in use before a retired one. */
export async function findDestinationByDetails(
  db: Db,
  connectionId: string,
  details: DestinationDetails,
): Promise<Destination | undefined> {
  const key = detailsKey(details);
  const all = await listDestinationsOfValue(db, connectionId, paymentDetailOf(details));
  const same = all.filter((each) => detailsKey(detailsOf(each)) === key);
  return same.find(({ retiredAt }) => retiredAt === null) ?? same[0];
}

/**
 * Everything registered with this address or IBAN, on any network. Only the rules know which spellings are one value; the
 * database leaves out those that differ in more than case, because they never are.
 */
export async function listDestinationsOfValue(
  db: Db,
  connectionId: string,
  detail: PaymentDetail,
): Promise<Destination[]> {
  const { value } = detail;
  const rows = await destinations(db)
    .where("connection_id", "=", connectionId)
    .where((eb) =>
      eb(eb.fn<string>("lower", ["value"]), "=", eb.fn<string>("lower", [eb.val(value)])),
    )
    .execute();
  const key = destinationKey(detail);
  const isSame = (each: Destination) => destinationKey(paymentDetailOf(detailsOf(each))) === key;
  return rows.map(toDestination).filter(isSame);
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

/** Another destination may look like it: every waiting card is drawn anew. */
export async function insertDestination(db: Db, destination: Destination): Promise<void> {
  await db.insertInto("destinations").values(toDestinationRow(destination)).execute();
  await forgetWaitingCards(db, destination.workspaceId);
}

const COLUMNS = {
  retired: "retired_at",
  proven: "proven_at",
  contradicted: "contradicted_at",
} as const;

/** The first time stays: a mark never moves or goes. Waiting cards about the destination are drawn anew. */
export async function markDestination(
  db: Db,
  connectionId: string,
  destinationId: string,
  mark: DestinationMark,
  at: string,
): Promise<void> {
  const column = COLUMNS[mark];
  const marked = await db
    .updateTable("destinations")
    .set({ [column]: new Date(at) })
    .where("id", "=", destinationId)
    .where("connection_id", "=", connectionId)
    .where(column, "is", null)
    .returning(["workspace_id", "service_id"])
    .executeTakeFirst();
  if (!marked?.service_id) return;
  const serviceId = fromRailKey(marked.service_id);
  await forgetWaitingCards(db, marked.workspace_id, { serviceId });
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
