import type { Transaction } from "kysely";
import { sql } from "kysely";
import type { Database, Db } from "../platform/database/schema.ts";
import type { Seal } from "../platform/database/seal.ts";
import { StoreError } from "../platform/database/store-error.ts";
import { appendAudit, lockWorkspace } from "./queries/audit.ts";
import { findPolicy } from "./queries/companies.ts";
import { findCurrent } from "./queries/connections.ts";
import { peekAtFreeze } from "./queries/freezes.ts";
import type { RowMark, SignedRow, Trust } from "./queries/row-macs.ts";
import {
  connectionRow,
  destinationRow,
  freezeRow,
  isAsWritten,
  lastMarks,
  nextMark,
  policyRow,
  requestRow,
  rowKey,
  trustIn,
} from "./queries/row-macs.ts";

/** Signs existing rows: of a new workspace, of a former release, or under another key. */

interface By {
  at: string;
  actor: string;
}

const PAGE = 500;

/** The policy, connection and freeze in force. */
export async function setupRows(db: Db, workspaceId: string): Promise<SignedRow[]> {
  const connection = await findCurrent(db, workspaceId);
  return [
    freezeRow(await peekAtFreeze(db, workspaceId)),
    policyRow(await findPolicy(db, workspaceId)),
    connectionRow(connection),
  ];
}

/** Call it under the lock of the set-up. Throws a `StoreError` `row-changed` if it is not as Signalbox wrote it. */
export async function trustInSetup(db: Db, seal: Seal, workspaceId: string): Promise<Trust> {
  const trust = await trustIn(db, seal, workspaceId, await setupRows(db, workspaceId));
  if (trust.doubted.length === 0) return trust;
  throw new StoreError("row-changed", `Not as written: ${trust.doubted.map(rowKey).join(", ")}`);
}

const TABLES = ["destinations", "requests"] as const;

/** Every row that carries a code, page after page. `status`: only requests in one of these. */
export async function* signedRows(
  db: Db,
  workspaceId: string,
  status?: readonly string[],
): AsyncGenerator<SignedRow[]> {
  yield await setupRows(db, workspaceId);
  for (const table of TABLES) {
    let rows = await pageOf(db, workspaceId, table, "", status);
    while (rows.length > 0) {
      yield rows;
      rows = await pageOf(db, workspaceId, table, rows.at(-1)?.id ?? "", status);
    }
  }
}

async function pageOf(
  db: Db,
  workspaceId: string,
  table: (typeof TABLES)[number],
  after: string,
  status?: readonly string[],
): Promise<SignedRow[]> {
  if (table === "destinations") {
    const rows = await db
      .selectFrom("destinations")
      .selectAll()
      .where("workspace_id", "=", workspaceId)
      .where("id", ">", after)
      .orderBy("id")
      .limit(PAGE)
      .execute();
    return rows.map(destinationRow);
  }
  const rows = await db
    .selectFrom("requests")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", ">", after)
    .$if(status !== undefined, (query) => query.where("status", "in", status ?? []))
    .orderBy("id")
    .limit(PAGE)
    .execute();
  return rows.map(requestRow);
}

/**
 * Whether nothing has happened here yet: such a workspace is signed from its start. The entries themselves say so, which
 * the app's own role cannot delete.
 */
export async function isFresh(db: Db, workspaceId: string): Promise<boolean> {
  const { rows } = await sql<{ isEmpty: boolean }>`
    select not exists (select from audit where workspace_id = ${workspaceId})
      and not exists (select from policies where workspace_id = ${workspaceId})
      and not exists (select from destinations where workspace_id = ${workspaceId})
      and not exists (select from requests where workspace_id = ${workspaceId})
      as "isEmpty"`.execute(db);
  return rows[0]?.isEmpty ?? false;
}

/** Nobody is named, nothing is connected, and nobody has ever frozen: there is nothing that a code could vouch for. */
export async function hasNothingSet(db: Db, workspaceId: string): Promise<boolean> {
  const { rules } = await findPolicy(db, workspaceId);
  const { version, frozen } = await peekAtFreeze(db, workspaceId);
  const connection = await findCurrent(db, workspaceId);
  return rules.length === 0 && connection === null && version === 0 && frozen === null;
}

/** The codes of the set-up of a workspace that has nothing else. Its rows have to be signed from then on. */
export async function firstMarks(db: Db, seal: Seal, workspaceId: string): Promise<RowMark[]> {
  return marksFor(db, seal, workspaceId, await setupRows(db, workspaceId));
}

/** Signs the rows of a former release, on the word of the approvers. Rows have to be signed from then on. */
export async function signEverything(
  trx: Transaction<Database>,
  seal: Seal,
  workspaceId: string,
  by: By,
): Promise<void> {
  let marks: RowMark[] = [];
  for await (const rows of signedRows(trx, workspaceId)) {
    marks.push(...(await marksFor(trx, seal, workspaceId, rows)));
    if (marks.length < PAGE) continue;
    await keepMarks(trx, workspaceId, by, marks);
    marks = [];
  }
  await keepMarks(trx, workspaceId, by, marks);
}

async function marksFor(
  db: Db,
  seal: Seal,
  workspaceId: string,
  rows: readonly SignedRow[],
): Promise<RowMark[]> {
  const marks = await lastMarks(db, workspaceId, rows);
  return rows.flatMap((row) => nextMark(seal, workspaceId, row, marks) ?? []);
}

/** In an entry of their own; in none if there is nothing to sign. */
export async function keepMarks(
  trx: Transaction<Database>,
  workspaceId: string,
  { at, actor }: By,
  marks: readonly RowMark[],
): Promise<void> {
  if (marks.length === 0) return;
  const facts = JSON.stringify({ type: "rows-signed", at });
  const entry = { workspaceId, connectionId: "", at, actor, facts };
  await appendAudit(trx, { ...entry, action: "rows-signed" }, marks);
}

/**
 * Signs under the first key what is signed under another one, page after page, so that no click waits for long.
 * Returns the rows that are not as they were written: it never signs them. Throws a `StoreError` `cannot-unseal` if a
 * key is missing.
 */
export async function renewMarks(
  db: Db,
  seal: Seal,
  workspaceId: string,
  by: By,
): Promise<{ renewed: number; doubted: string[] }> {
  if (!(await trustIn(db, seal, workspaceId, [])).isEnforced) return { renewed: 0, doubted: [] };
  const done = { renewed: 0, doubted: [] as string[] };
  const renew = async (read: (trx: Db) => Promise<SignedRow[]>) =>
    db.transaction().execute(async (trx) => {
      await lockWorkspace(trx, workspaceId);
      const rows = await read(trx);
      const marks = rows.length === 0 ? new Map() : await lastMarks(trx, workspaceId, rows);
      const others = rows.filter((row) => marks.get(rowKey(row))?.key !== seal.rows.key);
      const [intact, doubted] = [[] as SignedRow[], [] as string[]];
      for (const row of others) {
        if (isAsWritten(seal, workspaceId, row, marks)) intact.push(row);
        else doubted.push(rowKey(row));
      }
      const anew = intact.flatMap((row) => nextMark(seal, workspaceId, row, marks) ?? []);
      await keepMarks(trx, workspaceId, by, anew);
      done.renewed += anew.length;
      done.doubted.push(...doubted);
      return rows.at(-1)?.id;
    });
  await renew((trx) => setupRows(trx, workspaceId));
  for (const table of TABLES) {
    let after: string | undefined = "";
    while (after !== undefined) {
      const from: string = after;
      after = await renew((trx) => pageOf(trx, workspaceId, table, from));
    }
  }
  return done;
}
