import type { Transaction } from "kysely";
import type { Database, Db } from "../../platform/database/schema.ts";
import type { AuditEntry } from "../rules/audit.ts";
import { chained } from "../rules/audit.ts";
import type { Mark } from "./marker.ts";

/** The columns that make an entry. */
export const AUDIT_ENTRY = [
  "workspace_id as workspaceId",
  "sequence",
  "at",
  "actor",
  "action",
  "connection_id as connectionId",
  "request_id as requestId",
  "facts",
  "previous_hash as previousHash",
  "hash",
] as const;

/** Locks the workspace, so that two entries at once follow each other in the chain. */
export async function appendAudit(
  trx: Transaction<Database>,
  entry: Omit<AuditEntry, "sequence" | "previousHash" | "hash">,
): Promise<AuditEntry> {
  const head = await headOf(trx, entry.workspaceId).forUpdate().executeTakeFirstOrThrow();
  const linked = chained(entry, toMark(head));
  await trx
    .insertInto("audit")
    .values({
      workspace_id: linked.workspaceId,
      sequence: linked.sequence,
      at: linked.at,
      actor: linked.actor,
      action: linked.action,
      connection_id: linked.connectionId,
      request_id: linked.requestId,
      facts: linked.facts,
      previous_hash: linked.previousHash,
      hash: linked.hash,
    })
    .execute();
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
  return db
    .selectFrom("audit")
    .select(AUDIT_ENTRY)
    .where("workspace_id", "=", workspaceId)
    .where("action", "=", action)
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
}

export async function findLastEntry(db: Db, workspaceId: string): Promise<Mark | undefined> {
  return toMark(await headOf(db, workspaceId).executeTakeFirstOrThrow());
}

const headOf = (db: Db, workspaceId: string) =>
  db
    .selectFrom("workspaces")
    .select(["last_audit_sequence as sequence", "last_audit_hash as hash"])
    .where("id", "=", workspaceId);

const toMark = ({ sequence, hash }: { sequence: number; hash: string | null }) =>
  hash === null ? undefined : { sequence, hash };

/** True also for an entry that was deleted in its time, after the workspace was left. */
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
