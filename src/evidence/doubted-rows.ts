import { sql } from "kysely";
import type { Db } from "../platform/database/schema.ts";
import type { Context } from "../request/context.ts";
import type { RowRef, SignedRow } from "../request/queries/row-macs.ts";
import { isAsWritten, lastMarks, rowKey, trustIn } from "../request/queries/row-macs.ts";
import { statusesThat } from "../request/rules/status.ts";
import { signedRows } from "../request/sign-rows.ts";

export interface DoubtedRow {
  key: string;
  /** For people. */
  name: string;
}

const OPEN = statusesThat(({ phase }) => phase !== "over");

/**
 * The rows of a workspace that are not as they were written last, and those that were deleted; none where its rows are not
 * signed yet. All is read as it was at one moment: a row and its code are saved together.
 */
export function doubtedRows(
  { transaction, seal }: Pick<Context, "transaction" | "seal">,
  workspaceId: string,
  which: "open" | "all",
): Promise<DoubtedRow[]> {
  return transaction(async ({ db: trx }) => {
    await sql`set transaction isolation level repeatable read`.execute(trx);
    const { isEnforced } = await trustIn(trx, seal, workspaceId, []);
    if (!isEnforced) return [];
    const found: DoubtedRow[] = [];
    for await (const rows of signedRows(trx, workspaceId, which === "open" ? OPEN : undefined)) {
      const marks = await lastMarks(trx, workspaceId, rows);
      const changed = rows.filter((row) => !isAsWritten(seal, workspaceId, row, marks));
      found.push(...changed.map((row) => ({ key: rowKey(row), name: nameOf(row) })));
    }
    const deleted = await deletedRows(trx, workspaceId);
    return [...found, ...deleted.map((ref) => ({ key: rowKey(ref), name: deletedName(ref) }))];
  });
}

/** Signed since the workspace was left last, and not there any more. */
async function deletedRows(db: Db, workspaceId: string): Promise<RowRef[]> {
  const { rows } = await sql<RowRef>`
    select distinct table_name as "table", row_id as id from row_macs
    where workspace_id = ${workspaceId}
      and sequence > coalesce((
        select max(last_audit_sequence) from departures where workspace_id = ${workspaceId}
      ), 0)
      and (
        table_name = 'requests' and not exists (
          select from requests where id = row_id and workspace_id = ${workspaceId}
        )
        or table_name = 'destinations' and not exists (
          select from destinations where id = row_id and workspace_id = ${workspaceId}
        )
      )`.execute(db);
  return rows;
}

const deletedName = ({ table, id }: RowRef) =>
  `a deleted ${table === "requests" ? "request" : "destination"} (${id})`;

function nameOf({ table, columns: { number, name } }: SignedRow): string {
  switch (table) {
    case "requests":
      return `request R-${number}`;
    case "destinations":
      return `destination ${name}`;
    case "policies":
      return "the policy";
    case "connections":
      return "the Rail connection";
    case "freezes":
      return "the freeze";
  }
}

export async function findTold(db: Db, workspaceId: string): Promise<readonly string[]> {
  const row = await db
    .selectFrom("row_checks")
    .select("told")
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst();
  return row ? JSON.parse(row.told) : [];
}

export async function saveTold(
  db: Db,
  workspaceId: string,
  keys: readonly string[],
): Promise<void> {
  const told = JSON.stringify(keys);
  await db
    .insertInto("row_checks")
    .values({ workspace_id: workspaceId, told })
    .onConflict((conflict) => conflict.column("workspace_id").doUpdateSet({ told }))
    .execute();
}
