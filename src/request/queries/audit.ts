import type { Transaction } from "kysely";
import type { Database, Db } from "../../platform/database/schema.ts";
import type { AuditEntry } from "../rules/audit.ts";
import { chained } from "../rules/audit.ts";
import type { Mark } from "./marker.ts";
import { toAuditEntry, toAuditRow } from "./rows.ts";

/** What has happened in a workspace, entry after entry. */

/** Locks the workspace: of two entries at once the later one is chained to the earlier. */
export async function appendAudit(
  trx: Transaction<Database>,
  entry: Omit<AuditEntry, "sequence" | "previousHash" | "hash">,
): Promise<AuditEntry> {
  const head = await trx
    .selectFrom("workspaces")
    .select(["last_audit_sequence as sequence", "last_audit_hash as hash"])
    .where("id", "=", entry.workspaceId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const previous = head.hash === null ? undefined : { sequence: head.sequence, hash: head.hash };
  const linked = chained(entry, previous);
  await trx.insertInto("audit").values(toAuditRow(linked)).execute();
  await trx
    .updateTable("workspaces")
    .set({ last_audit_sequence: linked.sequence, last_audit_hash: linked.hash })
    .where("id", "=", entry.workspaceId)
    .execute();
  return linked;
}

export async function findLastAudit(
  db: Db,
  workspaceId: string,
  action: string,
): Promise<AuditEntry | undefined> {
  const row = await db
    .selectFrom("audit")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("action", "=", action)
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && toAuditEntry(row);
}

export async function findLastEntry(db: Db, workspaceId: string): Promise<Mark | undefined> {
  const { sequence, hash } = await db
    .selectFrom("workspaces")
    .select(["last_audit_sequence as sequence", "last_audit_hash as hash"])
    .where("id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  return hash === null ? undefined : { sequence, hash };
}

/** Also where it was deleted in its time, after the workspace was left. */
export async function hasEntry(
  db: Db,
  workspaceId: string,
  { sequence, hash }: Mark,
): Promise<boolean> {
  const row = await db
    .selectFrom("audit")
    .select("sequence")
    .where("workspace_id", "=", workspaceId)
    .where("sequence", "=", sequence)
    .where("hash", "=", hash)
    .unionAll(
      db
        .selectFrom("departures")
        .select("last_audit_sequence as sequence")
        .where("workspace_id", "=", workspaceId)
        .where("audit_deleted_at", "is not", null)
        .where("last_audit_sequence", ">=", sequence),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
