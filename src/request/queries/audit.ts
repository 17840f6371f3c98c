import type { Insertable, Transaction } from "kysely";
import type { Database, Db } from "../../platform/database/schema.ts";
import type { Mark } from "../marker.ts";
import type { AuditEntry } from "../rules/audit.ts";
import { chained, firstBreak } from "../rules/audit.ts";
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

type NewEntry = Omit<AuditEntry, "sequence" | "requestId" | "previousHash" | "hash"> &
  Partial<Pick<AuditEntry, "requestId">>;

/** A row that nobody else can change until the transaction that locked it ends. */
interface Locked {
  last: Mark | undefined;
  lastRequestNumber: number;
}

const locked = new WeakMap<Db, Map<string, Promise<Locked>>>();

/**
 * Locks a workspace until the transaction ends; a second call reads nothing. Simultaneous entries follow each other in
 * the chain, and of two people who add the same destination at once, the second sees the first.
 */
export function lockWorkspace(trx: Transaction<Database>, workspaceId: string): Promise<Locked> {
  const all = locked.get(trx) ?? new Map<string, Promise<Locked>>();
  locked.set(trx, all);
  // Two calls at once get one answer, so that the second follows what the first appends.
  const reading = all.get(workspaceId) ?? readLocked(trx, workspaceId);
  all.set(workspaceId, reading);
  return reading;
}

async function readLocked(trx: Transaction<Database>, workspaceId: string): Promise<Locked> {
  const row = await headOf(trx, workspaceId)
    .select("last_request_number as lastRequestNumber")
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { last: toMark(row), lastRequestNumber: row.lastRequestNumber };
}

/**
 * Appends entries of one workspace, which it locks. Returns the last.
 * @param rows The codes of the rows that this change wrote; the last entry names them.
 */
export async function appendAudit(
  trx: Transaction<Database>,
  entries: NewEntry | readonly [NewEntry, ...NewEntry[]],
  rows: readonly RowMark[] = [],
): Promise<AuditEntry> {
  const [entry, ...more] = "action" in entries ? [entries] : entries;
  const { workspaceId } = entry;
  const workspace = await lockWorkspace(trx, workspaceId);
  const isLast = (each: NewEntry) => each === (more.at(-1) ?? entry);
  const link = (each: NewEntry, before: Mark | undefined) =>
    chained({ requestId: null, ...(isLast(each) ? withRows(each, rows) : each) }, before);
  let last = link(entry, workspace.last);
  const added = [toAuditRow(last)];
  for (const each of more) {
    last = link(each, last);
    added.push(toAuditRow(last));
  }
  const { sequence, hash } = last;
  workspace.last = { sequence, hash };
  const withHead = trx.with("head", (query) =>
    query
      .updateTable("workspaces")
      .set({ last_audit_sequence: sequence, last_audit_hash: hash })
      .where("id", "=", workspaceId),
  );
  const kept = rows.map(({ table: table_name, id: row_id, version, key: key_id, mac }) => ({
    ...{ workspace_id: workspaceId, table_name, row_id, version, key_id, mac, sequence },
  }));
  const withRowsToo =
    kept.length === 0
      ? withHead
      : (withHead.with("codes", (query) =>
          query.insertInto("row_macs").values(kept),
        ) as unknown as typeof withHead);
  await withRowsToo.insertInto("audit").values(added).execute();
  return last;
}

function withRows(entry: NewEntry, rows: readonly RowMark[]): NewEntry {
  if (rows.length === 0) return entry;
  return { ...entry, facts: JSON.stringify({ ...JSON.parse(entry.facts), rows }) };
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

/**
 * Whether the chain is whole from the entry that named a row's last code to its head, and no entry since names a later
 * code of the deciding rows. Otherwise somebody removed entries.
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

export const findLastAudit = (
  db: Db,
  workspaceId: string,
  action: string,
): Promise<AuditEntry | undefined> =>
  entriesOf(db, workspaceId, action).orderBy("sequence", "desc").executeTakeFirst();

/** The first such entry after another one. */
export const findFirstAudit = (
  db: Db,
  workspaceId: string,
  action: string,
  after: number,
): Promise<AuditEntry | undefined> =>
  entriesOf(db, workspaceId, action)
    .where("sequence", ">", after)
    .orderBy("sequence")
    .executeTakeFirst();

const entriesOf = (db: Db, workspaceId: string, action: string) =>
  db
    .selectFrom("audit")
    .select(AUDIT_ENTRY)
    .where("workspace_id", "=", workspaceId)
    .where("action", "=", action)
    .limit(1);

/** The people who did any of these things. */
export async function listActors(
  db: Db,
  workspaceId: string,
  things: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("audit")
    .select("actor")
    .distinct()
    .where("workspace_id", "=", workspaceId)
    .where("action", "in", things)
    .where("actor", "~", "^[UW]")
    .execute();
  return rows.map(({ actor }) => actor);
}

export async function findLastEntry(db: Db, workspaceId: string): Promise<Mark | undefined> {
  const known = await locked.get(db)?.get(workspaceId);
  if (known) return known.last;
  return toMark(await headOf(db, workspaceId).executeTakeFirstOrThrow());
}

const headOf = (db: Db, workspaceId: string) =>
  db
    .selectFrom("workspaces")
    .select(["last_audit_sequence as sequence", "last_audit_hash as hash"])
    .where("id", "=", workspaceId);

const toMark = ({ sequence, hash }: { sequence: number; hash: string | null }) =>
  hash === null ? undefined : { sequence, hash };

/** True for an entry that was deleted in its time, too, after the app was removed. */
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
