import type { Db } from "../../platform/database/schema.ts";

/** How many requests are of one kind in one state. */
export interface RequestCount {
  kind: string;
  state: string;
  count: number;
}

/** One grouped query of an index, for whoever looks on from outside. */
export async function countRequests(db: Db): Promise<RequestCount[]> {
  const rows = await db
    .selectFrom("requests")
    .select(({ fn }) => ["kind", "status", fn.countAll().as("count")])
    .groupBy(["kind", "status"])
    .execute();
  return rows.map(({ kind, status, count }) => ({ kind, state: status, count: Number(count) }));
}
