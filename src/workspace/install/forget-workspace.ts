import { sql } from "kysely";
import type { Database, Db } from "../../platform/database/schema.ts";

/**
 * Everything of a workspace, in the order of its references. Its history stays for its time; its own row, its departures and
 * its newest policy, by which nobody may approve, stay for good.
 */
export const FORGOTTEN = [
  "messages",
  "request_rails",
  "seen_rails",
  "drafts",
  "unsent_forms",
  "destination_values",
  "destinations",
  "known_values",
  "policies",
  "requests",
  "connections",
  "freezes",
  "paces",
  "opened_homes",
  "setup_links",
  "slack_answers",
  "announcements",
  "notices",
  "audit_checks",
  "audit_heads",
  "row_checks",
  "acknowledged_clicks",
] as const satisfies readonly (keyof Database)[];

/** The set-up in its own row. */
const NOT_SET_UP = {
  approvals_channel: null,
  set_up_at: null,
  applied_settings: null,
  removed_approvers: "[]",
  quorum_due_at: null,
  quorum_found: "[]",
  quorum_warned_at: null,
};

/** In one transaction, under the lock of the workspace: of one that is back meanwhile nothing goes. */
export async function forgetSome(db: Db, workspaceId: string, most: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const left = await trx
      .selectFrom("workspaces")
      .select("id")
      .where("id", "=", workspaceId)
      .where("left_at", "is not", null)
      .forUpdate()
      .executeTakeFirst();
    if (!left) return false;
    for (const table of FORGOTTEN) {
      if ((await deleteSome(trx, table, workspaceId, most)) > 0) return true;
    }
    await trx
      .updateTable("workspaces")
      .set({ name: "", ...NOT_SET_UP })
      .where("id", "=", workspaceId)
      .execute();
    // It is back with sending not frozen, and nothing announced.
    await trx.insertInto("freezes").values({ workspace_id: workspaceId, version: 0 }).execute();
    await sql`select note_forgotten(${workspaceId})`.execute(trx);
    return false;
  });
}

async function deleteSome(
  trx: Db,
  table: (typeof FORGOTTEN)[number],
  workspaceId: string,
  most: number,
): Promise<number> {
  const newest = sql`version = (select max(version) from policies where workspace_id = ${workspaceId})`;
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where workspace_id = ${workspaceId}
      ${table === "policies" ? sql`and not ${newest}` : sql``} limit ${most}
    ))`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

/** Only what its retention is over for, by the database's clock. */
export async function forgetHistory(db: Db, workspaceId: string, most: number): Promise<boolean> {
  const { rows } = await sql<{ deleted: number }>`
    select forget_history(${workspaceId}, ${most}) as deleted`.execute(db);
  return (rows[0]?.deleted ?? 0) > 0;
}
