import type { Insertable, Selectable } from "kysely";
import { sql } from "kysely";
import type { RowMac } from "../../platform/database/row-mac.ts";
import type { Database, Db } from "../../platform/database/schema.ts";
import type { Seal } from "../../platform/database/seal.ts";
import type { PolicyDocument } from "../rules/approval/policy-document.ts";
import type { Connection } from "../rules/change.ts";
import { canonicalJson } from "../rules/digest.ts";
import type { Freeze } from "../rules/freeze.ts";

/** Rows that decide something carry a code (HMAC) that only a process with the keys can make. */

export type SignedTable = "requests" | "destinations" | "policies" | "connections" | "freezes";

export interface RowRef {
  table: SignedTable;
  /** The id of a request or destination; else `now`, since only the row in force decides. */
  id: string;
}

/** A row as its code covers it. */
export interface SignedRow extends RowRef {
  columns: Readonly<Record<string, string | number | null>>;
}

/** The audit's entry of a change names these. */
export interface RowMark extends RowRef, RowMac {
  /** 1, 2, 3 … for each row. */
  version: number;
}

export interface KeptMark extends RowMark {
  /** The number of the audit's entry that names it. */
  sequence: number;
}

const NOW = "now";

export function policyRow({
  version,
  ...document
}: PolicyDocument & { version: number }): SignedRow {
  const { rules, coolDownHours, auditors } = document;
  const text = JSON.stringify({ rules, coolDownHours, auditors });
  return { table: "policies", id: NOW, columns: { version, document: text } };
}

export function connectionRow(connection: Connection | null): SignedRow {
  const { id = null, baseUrl = null, environment = null } = connection ?? {};
  return { table: "connections", id: NOW, columns: { id, baseUrl, environment } };
}

export function freezeRow({ version, frozen }: Freeze): SignedRow {
  return { table: "freezes", id: NOW, columns: { version, frozen: JSON.stringify(frozen) } };
}

type Stored<Table extends "requests" | "destinations"> =
  | Selectable<Database[Table]>
  | Insertable<Database[Table]>;

/** Reminders and the place in a list change without people, and decide nothing. */
export function requestRow(row: Stored<"requests">): SignedRow {
  const { reminded: _, remind_at: __, moment: ___, ...columns } = row;
  return { table: "requests", id: row.id, columns: plain(columns) };
}

/** These marks carry no code: the service shows them again and again. */
export function destinationRow(row: Stored<"destinations">): SignedRow {
  const { proven_at: _, contradicted_at: __, ...columns } = row;
  return { table: "destinations", id: row.id, columns: plain(columns) };
}

function plain(columns: Record<string, unknown>): SignedRow["columns"] {
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : (value as string | number | null),
    ]),
  );
}

/** RFC 8785: a code fits one version of one row of one workspace. */
function textOf(workspaceId: string, { table, id, columns }: SignedRow, version: number): string {
  return canonicalJson({ workspaceId, table, id, version, columns });
}

export const rowKey = ({ table, id }: RowRef) => `${table}/${id}`;

/** What the codes say about some rows, as far as a transaction has read them. */
export interface Trust {
  /** False until approvers confirm the rows of a former release: then nothing is doubted or signed. */
  isEnforced: boolean;
  /** Rows that differ from what was last written. */
  doubted: readonly RowRef[];
  markOf(ref: RowRef): KeptMark | undefined;
  /** Codes of rows as they are saved now. A doubted row gets none, unless it takes over nothing from before. */
  sign(rows: readonly SignedRow[], how?: "written-anew"): RowMark[];
}

/**
 * Compares rows with their last codes, in one query. Throws a `StoreError` `cannot-unseal` if a key is missing.
 * Another transaction may change a row between its own query and this one, so a doubt counts only if it is found
 * twice.
 */
export async function trustIn(
  db: Db,
  seal: Seal,
  workspaceId: string,
  rows: readonly SignedRow[],
): Promise<Trust> {
  const marks = await lastMarks(db, workspaceId, [{ table: "freezes", id: NOW }, ...rows]);
  const isEnforced = isToBeSigned(seal, workspaceId, marks);
  const doubted = isEnforced
    ? rows.filter((row) => !isAsWritten(seal, workspaceId, row, marks))
    : [];
  const isDoubted = new Set(doubted.map(rowKey));
  return {
    isEnforced,
    doubted: doubted.map(({ table, id }) => ({ table, id })),
    markOf: (ref) => marks.get(rowKey(ref)),
    sign: (now, how) =>
      (isEnforced ? now : [])
        .filter((row) => how === "written-anew" || !isDoubted.has(rowKey(row)))
        .flatMap((row) => nextMark(seal, workspaceId, row, marks) ?? []),
  };
}

/** The code in the database says it too, so a new directory outside learns it from there. */
function isToBeSigned(
  { enforced }: Seal,
  workspaceId: string,
  marks: ReadonlyMap<string, RowMark>,
): boolean {
  const isSigned = marks.has(rowKey({ table: "freezes", id: NOW }));
  if (isSigned && !enforced.has(workspaceId)) enforced.add(workspaceId);
  return isSigned || enforced.has(workspaceId);
}

/** Whether a row equals its last code. Throws if the key is missing. */
export function isAsWritten(
  { rows }: Seal,
  workspaceId: string,
  row: SignedRow,
  marks: ReadonlyMap<string, RowMark>,
): boolean {
  const mark = marks.get(rowKey(row));
  return mark !== undefined && rows.isOurs(textOf(workspaceId, row, mark.version), mark);
}

/** Undefined if the row has not changed and its code uses the first key. */
export function nextMark(
  { rows }: Seal,
  workspaceId: string,
  row: SignedRow,
  marks: ReadonlyMap<string, RowMark>,
): RowMark | undefined {
  const last = marks.get(rowKey(row));
  const { table, id } = row;
  const same = last && rows.mac(textOf(workspaceId, row, last.version));
  if (last && same?.key === last.key && same.mac === last.mac) return undefined;
  const version = (last?.version ?? 0) + 1;
  return { table, id, version, ...rows.mac(textOf(workspaceId, row, version)) };
}

const MARK = sql<KeptMark>`
  table_name as "table", row_id as id, version, key_id as key, mac, sequence`;

/** By `rowKey`. */
export async function lastMarks(
  db: Db,
  workspaceId: string,
  refs: readonly RowRef[],
): Promise<ReadonlyMap<string, KeptMark>> {
  const asked = refs.map(({ table, id }) => sql`(${table}::text, ${id}::text)`);
  const { rows } = await sql<KeptMark>`
    select "table", id, version, key, mac, sequence
    from (values ${sql.join(asked)}) as asked (of_table, of_row)
    cross join lateral (
      select ${MARK} from row_macs
      where workspace_id = ${workspaceId} and table_name = of_table and row_id = of_row
      order by version desc limit 1
    ) as last`.execute(db);
  return new Map(rows.map((mark) => [rowKey(mark), mark]));
}

/** The codes that entries of the audit name, from the first of these entries to the last. */
export async function marksBetween(
  db: Db,
  workspaceId: string,
  first: number,
  last: number,
): Promise<KeptMark[]> {
  const { rows } = await sql<KeptMark>`
    select ${MARK} from row_macs
    where workspace_id = ${workspaceId} and sequence between ${first} and ${last}`.execute(db);
  return rows;
}

/** The entry that a code claims to be of, which is not written yet or never will be; undefined for none. */
export async function findStrayMark(db: Db, workspaceId: string): Promise<number | undefined> {
  const { rows } = await sql<{ sequence: number }>`
    select sequence from row_macs join workspaces on workspaces.id = workspace_id
    where workspace_id = ${workspaceId} and (sequence > last_audit_sequence or sequence < 1)
    order by sequence desc limit 1`.execute(db);
  return rows[0]?.sequence;
}

/** The codes that an entry of the audit names. */
export function marksIn({ facts }: { facts: string }): readonly RowMark[] {
  return (JSON.parse(facts) as { rows?: readonly RowMark[] }).rows ?? [];
}
