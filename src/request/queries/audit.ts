import type { Transaction } from "kysely";
import type { Database, Db } from "../../platform/database/schema.ts";
import type { AuditEntry } from "../rules/audit.ts";
import { chained, firstBreak } from "../rules/audit.ts";
import type { Mark } from "./marker.ts";
import type { KeptMark, RowMark, Trust } from "./row-macs.ts";
import { marksIn } from "./row-macs.ts";

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

/**
 * Locks the workspace, so that two entries at once follow each other in the chain. `rows`: the codes of the rows that this
 * change wrote.
 */
export async function appendAudit(
  trx: Transaction<Database>,
  entry: Omit<AuditEntry, "sequence" | "previousHash" | "hash">,
  rows: readonly RowMark[] = [],
): Promise<AuditEntry> {
  const head = await headOf(trx, entry.workspaceId).forUpdate().executeTakeFirstOrThrow();
  const facts =
    rows.length === 0 ? entry.facts : JSON.stringify({ ...JSON.parse(entry.facts), rows });
  const linked = chained({ ...entry, facts }, toMark(head));
  const { workspaceId: workspace_id, sequence } = linked;
  await trx
    .with("entry", (cte) =>
      cte.insertInto("audit").values({
        workspace_id,
        sequence,
        at: linked.at,
        actor: linked.actor,
        action: linked.action,
        connection_id: linked.connectionId,
        request_id: linked.requestId,
        facts: linked.facts,
        previous_hash: linked.previousHash,
        hash: linked.hash,
      }),
    )
    .updateTable("workspaces")
    .set({ last_audit_sequence: sequence, last_audit_hash: linked.hash })
    .where("id", "=", workspace_id)
    .execute();
  if (rows.length > 0) {
    const kept = rows.map(({ table: table_name, id: row_id, version, key: key_id, mac }) => ({
      ...{ workspace_id, table_name, row_id, version, key_id, mac, sequence },
    }));
    await trx.insertInto("row_macs").values(kept).execute();
  }
  return linked;
}

/**
 * Whether the chain is whole from the entry that named a row's last code to its head, and no entry since names a later code of
 * the rows that decide. Else somebody took entries out.
 */
export async function isLastWord(
  db: Db,
  workspaceId: string,
  mark: KeptMark,
  { markOf }: Trust,
): Promise<boolean> {
  const head = await findLastEntry(db, workspaceId);
  const entries = await db
    .selectFrom("audit")
    .select(AUDIT_ENTRY)
    .where("workspace_id", "=", workspaceId)
    .where("sequence", ">=", mark.sequence)
    .where("sequence", "<=", head?.sequence ?? 0)
    .orderBy("sequence")
    .execute();
  const [first] = entries;
  if (!first) return false;
  const before = { sequence: mark.sequence - 1, hash: first.previousHash };
  const named = marksIn(first).some(({ table, id, version, mac }) => {
    return table === mark.table && id === mark.id && version === mark.version && mac === mark.mac;
  });
  const isLast = entries
    .flatMap(marksIn)
    .every((each) => each.version <= (markOf(each)?.version ?? each.version));
  return named && isLast && firstBreak(entries, head, before) === undefined;
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
