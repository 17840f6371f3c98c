import type { RequestRef } from "../../src/services/ports.ts";
import type { TestStore } from "../support/store.ts";

/** Puts one request back to where it stands now, with what it has posted; the audit goes on. */
export async function backupOf(
  { db }: TestStore,
  { requestId }: RequestRef,
): Promise<() => Promise<void>> {
  const row = await db
    .selectFrom("requests")
    .selectAll()
    .where("id", "=", requestId)
    .executeTakeFirstOrThrow();
  return async () => {
    await db.updateTable("requests").set(row).where("id", "=", requestId).execute();
    await db.deleteFrom("messages").where("request_id", "=", requestId).execute();
    await db
      .deleteFrom("request_events")
      .where("request_id", "=", requestId)
      .where("version", ">", row.version)
      .execute();
  };
}
