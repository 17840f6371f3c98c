import type { Transaction } from "kysely";
import type { Database, Db } from "../../platform/database/schema.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { MarkedDispute, ReportedProblem, SeenRail } from "../rules/outcome/seen-rail.ts";
import { lockWorkspace } from "./audit.ts";
import { findCurrentConnection } from "./companies.ts";
import { findRequestsByRailIds } from "./find-requests.ts";
import { drawnAnew } from "./messages.ts";
import { fromJson, markedIn, toRailKey, toSeenRail } from "./rows.ts";

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

/** The connection in use if it has shown the Rail; else a former one that has, since its Rails stay live. */
export async function findConnectionOf(
  db: Db,
  workspaceId: string,
  railId: string,
): Promise<string> {
  const row = await atEachConnection(db, workspaceId, railId)
    .select("connections.id")
    .orderBy("is_current", "desc")
    .orderBy("seen_rails.last_seen_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? (await findCurrentConnection(db, workspaceId)).id;
}

/** Null unless an approver marked the Rail as disputed. */
export async function findDispute(
  db: Db,
  connectionId: string,
  railId: string,
): Promise<MarkedDispute | null> {
  const problem = await findProblem(db, connectionId, railId);
  return (problem && markedIn(problem)) ?? null;
}

/** Whether a Rail of this id is disputed at any connection: a former one stays so, whatever the one in use shows. */
export async function isDisputedAnywhere(
  db: Db,
  workspaceId: string,
  railId: string,
): Promise<boolean> {
  const rows = await atEachConnection(db, workspaceId, railId).select("dispute").execute();
  return rows.some(({ dispute }) => dispute !== null && markedIn(fromJson(dispute)));
}

const atEachConnection = (db: Db, workspaceId: string, railId: string) =>
  db
    .selectFrom("connections")
    .innerJoin("seen_rails", "seen_rails.connection_id", "connections.id")
    .where("connections.workspace_id", "=", workspaceId)
    .where("seen_rails.rail_id", "=", toRailKey(railId));

/** The dispute of a Rail, or the last problem that a member reported; null for none. */
export async function findProblem(
  db: Db,
  connectionId: string,
  railId: string,
): Promise<ReportedProblem | MarkedDispute | null> {
  const row = await ofRail(db, connectionId, railId).executeTakeFirst();
  return row?.dispute ? fromJson(row.dispute) : null;
}

interface WhichRail {
  workspaceId: string;
  connectionId: string;
  railId: string;
}

/**
 * The Rail and its last reported problem, locked until the transaction ends; undefined if the service never showed it. The
 * workspace is locked before it, as every decision of a request does: the audit locks it too.
 */
export async function lockProblem(
  trx: Transaction<Database>,
  { workspaceId, connectionId, railId }: WhichRail,
): Promise<{ rail: SeenRail; problem: ReportedProblem | null } | undefined> {
  await lockWorkspace(trx, workspaceId);
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
  for (const { workspaceId, requestId } of refs) {
    const posted = drawnAnew(trx, workspaceId, "instructions").where("request_id", "=", requestId);
    // At once, also where an earlier change was refused.
    await posted.set({ redraw_at: null }).execute();
  }
  return refs;
}
