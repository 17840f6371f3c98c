import type { Db } from "../../platform/database/schema.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { toRef } from "./find-requests.ts";

/** How many reminders the awaited approvers have had. */
export async function countReminders(
  db: Db,
  { workspaceId, requestId }: RequestRef,
): Promise<number> {
  const row = await db
    .selectFrom("requests")
    .select("reminded")
    .where("id", "=", requestId)
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst();
  return row?.reminded ?? 0;
}

export async function noteReminders(
  db: Db,
  { workspaceId, requestId }: RequestRef,
  { before, after, next }: { before: number; after: number; next: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("requests")
    .set({ reminded: after, remind_at: next === null ? null : new Date(next) })
    .where("id", "=", requestId)
    .where("workspace_id", "=", workspaceId)
    .where("reminded", "=", before)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** In the order of their ids: those after `after` whose reminder was due before then, and can stand under a card. */
export async function listDueReminders(
  db: Db,
  before: string,
  limit: number,
  after: RequestRef | null,
): Promise<RequestRef[]> {
  const rows = await db
    .selectFrom("requests")
    .select(["id", "workspace_id"])
    .where("status", "=", "pending")
    .where("remind_at", "<", new Date(before))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("messages")
          .select("messages.request_id")
          .whereRef("messages.request_id", "=", "requests.id")
          .where("messages.kind", "=", "approval-card"),
      ),
    )
    .$if(after !== null, (query) => query.where("id", ">", after?.requestId ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(toRef);
}
