import type { Db } from "../../platform/database/schema.ts";

/** A click that was acknowledged before its change was saved. */
export interface AcknowledgedClick {
  /** The key under which its effect is saved. */
  delivery: string;
  workspaceId: string;
  userId: string;
  /** A key of a table of words; a later release may write one that this release does not know. */
  what: string;
}

/** False if it is remembered already. */
export async function saveClick(
  db: Db,
  { delivery, workspaceId, userId, what }: AcknowledgedClick,
  now: string,
): Promise<boolean> {
  const inserted = await db
    .insertInto("acknowledged_clicks")
    .values({
      delivery,
      workspace_id: workspaceId,
      user_id: userId,
      what,
      alive_at: new Date(now),
      was_saved: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("delivery")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Its process still works on it. */
export async function keepClickAlive(db: Db, delivery: string, now: string): Promise<void> {
  await db
    .updateTable("acknowledged_clicks")
    .set({ alive_at: new Date(now) })
    .where("delivery", "=", delivery)
    .execute();
}

export async function forgetClick(db: Db, delivery: string): Promise<void> {
  await db.deleteFrom("acknowledged_clicks").where("delivery", "=", delivery).execute();
}

/**
 * Finds out once whether its effect was saved. It takes the delivery, so that the effect cannot be saved after this
 * says that it was not.
 */
export async function takeLostClick(
  db: Db,
  delivery: string,
  now: string,
): Promise<{ wasSaved: boolean }> {
  return db.transaction().execute(async (trx) => {
    const click = await trx
      .selectFrom("acknowledged_clicks")
      .select("was_saved")
      .where("delivery", "=", delivery)
      .forUpdate()
      .executeTakeFirst();
    if (click && click.was_saved !== null) return { wasSaved: click.was_saved };
    // A setting that administrators change directly has a key of its own.
    const keys = [delivery, `direct:${delivery}`];
    const taken = await trx
      .insertInto("deliveries")
      .values(keys.map((key) => ({ key, received_at: new Date(now) })))
      .onConflict((conflict) => conflict.doNothing())
      .returning("key")
      .execute();
    const wasSaved = taken.length < keys.length;
    await trx
      .updateTable("acknowledged_clicks")
      .set({ was_saved: wasSaved })
      .where("delivery", "=", delivery)
      .execute();
    return { wasSaved };
  });
}

/** Clicks on which no process has worked since `before`, the oldest first. */
export async function listLostClicks(
  db: Db,
  before: string,
  limit: number,
): Promise<AcknowledgedClick[]> {
  return db
    .selectFrom("acknowledged_clicks")
    .select(["delivery", "workspace_id as workspaceId", "user_id as userId", "what"])
    .where("alive_at", "<", new Date(before))
    .orderBy("alive_at")
    .limit(limit)
    .execute();
}
