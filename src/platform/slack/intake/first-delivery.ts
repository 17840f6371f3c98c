import type { Db } from "../../database/schema.ts";

/** False when this delivery from Slack has been dealt with before. */
export async function isFirstDelivery(db: Db, key: string, at: string): Promise<boolean> {
  const inserted = await db
    .insertInto("deliveries")
    .values({ key, received_at: new Date(at) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  return inserted !== undefined;
}
