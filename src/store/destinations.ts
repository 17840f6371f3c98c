import type { Kysely } from "kysely";
import type { Destination } from "../domain/destination.ts";
import type { DestinationFilter } from "../services/ports.ts";
import { toDestination, toDestinationRow } from "./rows.ts";
import type { Database } from "./schema.ts";

/** The register of whitelisted wallets and bank accounts. */

export async function findDestination(
  db: Kysely<Database>,
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

export async function findDestinationByServiceId(
  db: Kysely<Database>,
  connectionId: string,
  serviceId: string,
): Promise<Destination | undefined> {
  const row = await db
    .selectFrom("destinations")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("service_id", "=", serviceId)
    .executeTakeFirst();
  return row && toDestination(row);
}

export async function listDestinations(
  db: Kysely<Database>,
  connectionId: string,
  { kind, isUsableAt }: DestinationFilter,
): Promise<Destination[]> {
  let query = db
    .selectFrom("destinations")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .orderBy("name")
    .orderBy("id");
  if (kind) query = query.where("kind", "=", kind);
  if (isUsableAt) {
    query = query.where("usable_from", "<=", new Date(isUsableAt)).where("retired_at", "is", null);
  }
  return (await query.execute()).map(toDestination);
}

export async function addDestination(
  db: Kysely<Database>,
  destination: Destination,
): Promise<void> {
  await db
    .insertInto("destinations")
    .values(toDestinationRow(destination))
    .onConflict((conflict) => conflict.columns(["connection_id", "service_id"]).doNothing())
    .execute();
}
