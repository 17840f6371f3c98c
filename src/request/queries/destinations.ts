import type { Db } from "../../platform/database/schema.ts";
import type { DestinationDetails } from "../rules/change.ts";
import type { Destination } from "../rules/destination.ts";
import { detailsKey, detailsOf, paymentDetailOf } from "../rules/destination.ts";
import { toDestination, toDestinationRow, toRailKey } from "./rows.ts";

export interface DestinationFilter {
  kind?: Destination["kind"];
  /** ISO 8601; those that are neither retired nor contradicted, whether or not their cool-down is over. */
  isNotEnded?: boolean;
}

export type DestinationMark = "retired" | "proven" | "contradicted";

/** The register of whitelisted wallets and bank accounts. */

export async function findDestination(
  db: Db,
  workspaceId: string,
  destinationId: string,
): Promise<Destination | undefined> {
  const row = await db
    .selectFrom("destinations")
    .selectAll()
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
  const row = await db
    .selectFrom("destinations")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("service_id", "=", toRailKey(serviceId))
    .orderBy((eb) => eb("retired_at", "is", null), "desc")
    .orderBy("retired_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && toDestination(row);
}

/**
 * One in use before a retired one. Which spellings are one destination only the domain knows; those that differ in more
 * than their case never are, so the database leaves out the rest.
 */
export async function findDestinationByDetails(
  db: Db,
  connectionId: string,
  details: DestinationDetails,
): Promise<Destination | undefined> {
  const { value } = paymentDetailOf(details);
  const rows = await db
    .selectFrom("destinations")
    .selectAll()
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
  { kind, isNotEnded }: DestinationFilter,
): Promise<Destination[]> {
  let query = db.selectFrom("destinations").selectAll().where("connection_id", "=", connectionId);
  if (kind) query = query.where("kind", "=", kind);
  if (isNotEnded) {
    query = query.where("retired_at", "is", null).where("contradicted_at", "is", null);
  }
  return (await query.execute()).map(toDestination).sort(byName);
}

/** Not in SQL: every database has another idea of which name comes first. */
function byName(one: Destination, other: Destination): number {
  const [first, second] = [sortKey(one), sortKey(other)];
  return first < second ? -1 : first > second ? 1 : 0;
}

function sortKey(destination: Destination): string {
  const { name } = destination.kind === "wallet" ? destination.wallet : destination.bankAccount;
  return `${name.toLowerCase()}\u0000${destination.id}`;
}

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
