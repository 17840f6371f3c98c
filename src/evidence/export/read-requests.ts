import type { Db } from "../../platform/database/schema.ts";
import type { Context } from "../../request/context.ts";
import { AUDIT_ENTRY } from "../../request/queries/audit.ts";
import { requestRow, rowKey, trustIn } from "../../request/queries/row-macs.ts";
import { toRequest } from "../../request/queries/rows.ts";
import type { AuditEntry } from "../../request/rules/audit.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import type { Period } from "./period.ts";

export type Exporting = Pick<Context, "db" | "seal">;

export interface ReadRequest {
  request: ChangeRequest;
  /** False if the row differs from its last code; true in a workspace of a former release, which has no codes yet. */
  isAsWritten: boolean;
}

export async function numbersOf(
  db: Db,
  workspaceId: string,
  requestIds: readonly string[],
): Promise<number[]> {
  const wanted = new Set(requestIds);
  const rows = await db
    .selectFrom("requests")
    .select(["id", "number"])
    .where("workspace_id", "=", workspaceId)
    .orderBy("number")
    .execute();
  return rows.filter(({ id }) => wanted.has(id)).map(({ number }) => number);
}

/**
 * Requests with these numbers, in their order. A row and its code are read as they were at one moment. Throws a `StoreError`
 * `cannot-unseal` if the key of a code is missing.
 */
export function requestsOf(
  { db, seal }: Exporting,
  workspaceId: string,
  numbers: readonly number[],
): Promise<ReadRequest[]> {
  const reading = db.transaction().setIsolationLevel("repeatable read");
  return reading.execute(async (trx) => {
    const rows = await trx
      .selectFrom("requests")
      .selectAll()
      .where("workspace_id", "=", workspaceId)
      .where("number", "in", numbers)
      .orderBy("number")
      .execute();
    const { doubted } = await trustIn(trx, seal, workspaceId, rows.map(requestRow));
    const isDoubted = new Set(doubted.map(rowKey));
    return rows.map((row) => ({
      request: toRequest(row),
      isAsWritten: !isDoubted.has(rowKey(requestRow(row))),
    }));
  });
}

export async function entriesOf(
  db: Db,
  { workspaceId, until }: Period,
  requests: readonly ReadRequest[],
): Promise<Map<string, AuditEntry[]>> {
  const rows: AuditEntry[] = await db
    .selectFrom("audit")
    .select(AUDIT_ENTRY)
    .where("workspace_id", "=", workspaceId)
    .where("sequence", "<=", until.size)
    .where(
      "request_id",
      "in",
      requests.map(({ request }) => request.id),
    )
    .orderBy("sequence")
    .execute();
  return Map.groupBy(rows, ({ requestId }) => requestId ?? "");
}
