import type { Transaction } from "kysely";
import type { Database, Db } from "../../platform/database/schema.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { MarkedDispute, ReportedProblem, SeenRail } from "../rules/outcome/seen-rail.ts";
import { findRequestsByRailIds } from "./find-requests.ts";
import { findMessage, NEVER_DRAWN, saveMessage } from "./messages.ts";
import { fromJson, toRailKey, toSeenRail } from "./rows.ts";

const ofRail = (db: Db, connectionId: string, railId: string) =>
  db
    .selectFrom("seen_rails")
    .select(["facts", "dispute"])
    .where("connection_id", "=", connectionId)
    .where("rail_id", "=", toRailKey(railId));

/** Undefined if the service never showed it. */
export async function findSeenRail(
  db: Db,
  connectionId: string,
  railId: string,
): Promise<SeenRail | undefined> {
  const row = await ofRail(db, connectionId, railId).executeTakeFirst();
  return row && toSeenRail(row);
}

/** Null unless an approver marked the Rail as disputed. */
export async function findDispute(
  db: Db,
  connectionId: string,
  railId: string,
): Promise<MarkedDispute | null> {
  return (await findSeenRail(db, connectionId, railId))?.dispute ?? null;
}

/** The Rail and its last reported problem, locked until the transaction ends; undefined if the service never showed it. */
export async function lockProblem(
  trx: Transaction<Database>,
  connectionId: string,
  railId: string,
): Promise<{ rail: SeenRail; problem: ReportedProblem | null } | undefined> {
  const row = await ofRail(trx, connectionId, railId).forUpdate().executeTakeFirst();
  if (!row) return undefined;
  const problem = row.dispute === null ? null : fromJson<ReportedProblem>(row.dispute);
  return { rail: toSeenRail(row), problem };
}

export async function saveProblem(
  trx: Transaction<Database>,
  connectionId: string,
  railId: string,
  problem: ReportedProblem | MarkedDispute | null,
): Promise<void> {
  await trx
    .updateTable("seen_rails")
    .set({ dispute: problem && JSON.stringify(problem) })
    .where("connection_id", "=", connectionId)
    .where("rail_id", "=", toRailKey(railId))
    .execute();
}

/** The Rail's requests whose instructions message has to be redrawn; a withdrawn one stays withdrawn. */
export async function forgetInstructions(
  trx: Transaction<Database>,
  connectionId: string,
  railId: string,
): Promise<RequestRef[]> {
  const owners = await findRequestsByRailIds(trx, connectionId, [railId]);
  const refs = owners
    .filter(({ state }) => state.status === "verified" || state.status === "done")
    .map(({ id, workspaceId }) => ({ workspaceId, requestId: id }));
  for (const ref of refs) {
    const posted = await findMessage(trx, ref, "instructions");
    if (posted) await saveMessage(trx, ref, "instructions", { ...posted, version: NEVER_DRAWN });
  }
  return refs;
}
