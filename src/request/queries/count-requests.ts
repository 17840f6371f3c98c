import type { Db } from "../../platform/database/schema.ts";
import { OPEN } from "../rules/status.ts";
import { toRailKey } from "./rows.ts";

/** Counts all open requests, and this person's among them. */
export async function countOpenRequests(
  db: Db,
  workspaceId: string,
  by: string,
): Promise<{ mine: number; all: number }> {
  const { mine, all } = await db
    .selectFrom("requests")
    .select((eb) => [
      eb.fn.countAll().as("all"),
      eb.fn.countAll().filterWhere("requested_by", "=", by).as("mine"),
    ])
    .where("workspace_id", "=", workspaceId)
    .where("status", "in", OPEN)
    .executeTakeFirstOrThrow();
  return { mine: Number(mine), all: Number(all) };
}

/** Whether a request has ever made a Rail into this destination. */
export async function hasRailInto(
  db: Db,
  connectionId: string,
  serviceId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("requests")
    .select("id")
    .where("connection_id", "=", connectionId)
    .where("destination_service_id", "=", toRailKey(serviceId))
    .where("rail_id", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface RequestCount {
  kind: string;
  state: string;
  count: number;
}

/** One grouped query of an index, for monitoring. */
export async function countRequests(db: Db): Promise<RequestCount[]> {
  const rows = await db
    .selectFrom("requests")
    .select(({ fn }) => ["kind", "status", fn.countAll().as("count")])
    .groupBy(["kind", "status"])
    .execute();
  return rows.map(({ kind, status, count }) => ({ kind, state: status, count: Number(count) }));
}
