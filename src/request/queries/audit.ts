import type { Insertable, Transaction } from "kysely";
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

type NewEntry = Omit<AuditEntry, "sequence" | "previousHash" | "hash">;

/** Appends entries of one workspace and locks it, so that entries at once follow each other in the chain. Returns the last. */
export async function appendAudit(
  trx: Transaction<Database>,
  entry: NewEntry,
  ...more: NewEntry[]
): Promise<AuditEntry> {
  const { workspaceId } = entry;
  const head = await headOf(trx, workspaceId).forUpdate().executeTakeFirstOrThrow();
  let last = chained(entry, toMark(head));
  const rows = [toAuditRow(last)];
  for (const each of more) {
    last = chained(each, last);
    rows.push(toAuditRow(last));
  }
  const { sequence, hash } = last;
  await trx
    .with("head", (query) =>
      query
        .updateTable("workspaces")
        .set({ last_audit_sequence: sequence, last_audit_hash: hash })
        .where("id", "=", workspaceId),
    )
    .insertInto("audit")
    .values(rows)
    .execute();
  return last;
}

function toAuditRow(entry: AuditEntry): Insertable<Database["audit"]> {
  const { workspaceId, connectionId, requestId, previousHash, ...columns } = entry;
  return {
    ...columns,
    workspace_id: workspaceId,
    connection_id: connectionId,
    request_id: requestId,
    previous_hash: previousHash,
  };
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
