import type { Transaction, Updateable } from "kysely";
import { sql } from "kysely";
import type { Database, Db } from "../../platform/database/schema.ts";
import { changeWorkspace, lockSetup } from "../../request/queries/companies.ts";
import { WAITING } from "../../request/queries/find-requests.ts";
import type { PolicyDocument } from "../../request/rules/approval/policy-document.ts";
import { USUAL_COOL_DOWN_HOURS } from "../../request/rules/approval/usual-policy.ts";
import type { Departure } from "./installations.ts";
import { aboutInstallation } from "./slack-installations.ts";
import { hasLeft, isRemembered, recordInstallation, workspacesOf } from "./workspaces.ts";

/**
 * The app is removed from a workspace, or from all of an organisation. Opens no token: a removed one may be sealed with a
 * lost key.
 */
export async function removeInstallation(
  trx: Transaction<Database>,
  id: string,
  at: string,
): Promise<string[]> {
  const removed = await trx
    .deleteFrom("slack_installations")
    .where("id", "=", id)
    .returning(["is_org_wide", "enterprise_id"])
    .executeTakeFirst();
  if (!removed) return [];
  const { is_org_wide: isOrgWide, enterprise_id: enterpriseId } = removed;
  const organisation = isOrgWide ? null : enterpriseId;
  const stays = organisation !== null && (await aboutInstallation(trx, organisation));
  const workspaces = stays ? [] : await workspacesOf(trx, { id, isOrgWide });
  for (const workspaceId of workspaces) await leave(trx, workspaceId, at);
  return workspaces;
}

/** Leaves the workspaces that the org-wide installation serves. */
export async function leaveSome(
  trx: Transaction<Database>,
  id: string,
  workspaceIds: readonly string[],
  at: string,
): Promise<string[]> {
  const served = await workspacesOf(trx, { id, isOrgWide: true });
  const workspaces = served.filter((each) => workspaceIds.includes(each));
  for (const workspaceId of workspaces) await leave(trx, workspaceId, at);
  return workspaces;
}

async function leave(trx: Transaction<Database>, workspaceId: string, at: string): Promise<void> {
  if (await hasLeft(trx, workspaceId)) return;
  const left_at = new Date(at);
  // First: a submission holds the draft, and waits for the workspace.
  await trx.deleteFrom("drafts").where("workspace_id", "=", workspaceId).execute();
  await lockSetup(trx, workspaceId);
  const { numUpdatedRows } = await trx
    .updateTable("workspaces")
    .set({ left_at })
    .where("id", "=", workspaceId)
    .where("left_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return;
  await trx
    .updateTable("connections")
    .set({ sealed_token: "" })
    .where("workspace_id", "=", workspaceId)
    .execute();
  await nobodyMayApprove(trx, workspaceId, left_at);
  await recordInstallation(trx, workspaceId, { action: "app-removed", actor: "signalbox", at });
  await sql`select leave_workspace(${workspaceId})`.execute(trx);
}

const NO_RULES: PolicyDocument = { rules: [], coolDownHours: USUAL_COOL_DOWN_HOURS.production };

/** A new version, so that no decision under an earlier one ever fits again. */
async function nobodyMayApprove(
  trx: Transaction<Database>,
  workspaceId: string,
  created_at: Date,
): Promise<void> {
  const last = await trx
    .selectFrom("policies")
    .select("version")
    .where("workspace_id", "=", workspaceId)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last) return;
  await trx
    .insertInto("policies")
    .values({
      workspace_id: workspaceId,
      version: last.version + 1,
      document: JSON.stringify(NO_RULES),
      approvers: "[]",
      approvals_required: 2,
      destination_approvers: null,
      destination_approvals_required: null,
      created_at,
    })
    .execute();
}

/** Later entries, for example about ended requests, are kept as long as the earlier ones. */
export async function noteLateEntries(db: Db): Promise<void> {
  await sql`
    select leave_workspace(workspaces.id)
    from workspaces join departures on workspace_id = workspaces.id
    where workspaces.left_at is not null and forgotten_at is null
      and workspaces.last_audit_sequence > departures.last_audit_sequence`.execute(db);
}

/** By the database's clock, and the longer of the owner's retention and `keptDays`. */
export async function departuresDue(db: Db, keptDays: number, limit: number): Promise<Departure[]> {
  const days = sql`greatest(retention.kept_days, ${keptDays}::integer)`;
  const rows = await db
    .selectFrom(["departures", "retention"])
    .select(["workspace_id", "left_at", "forgotten_at"])
    .where("left_at", "<=", sql<Date>`clock_timestamp() - make_interval(hours => 24 * ${days})`)
    .where("audit_deleted_at", "is", null)
    .orderBy("left_at")
    .limit(limit)
    .execute();
  return rows.map(({ workspace_id, left_at, forgotten_at }) => ({
    workspaceId: workspace_id,
    leftAt: left_at.toISOString(),
    isForgotten: forgotten_at !== null,
  }));
}

export async function leftWithWaiting(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("workspaces")
    .select("id")
    .where("left_at", "is not", null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("requests")
          .select("requests.id")
          .whereRef("requests.workspace_id", "=", "workspaces.id")
          .where("requests.status", "in", [...WAITING, "sending"]),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Everything of a workspace, in the order of its references. Its history stays for its time; its own row, its departures and
 * its newest policy, by which nobody may approve, stay for good.
 */
export const FORGOTTEN = [
  "messages",
  "request_rails",
  "seen_rails",
  "drafts",
  "unsent_forms",
  "destination_values",
  "destinations",
  "known_values",
  "policies",
  "requests",
  "connections",
  "freezes",
  "paces",
  "opened_homes",
  "setup_links",
  "slack_answers",
  "announcements",
  "notices",
  "audit_checks",
  "audit_heads",
  "row_checks",
  "acknowledged_clicks",
] as const satisfies readonly (keyof Database)[];

/** What stays in its own row: who it is, and where its numbers and its history go on. */
type Counted = "last_request_number" | "last_audit_sequence" | "last_audit_hash";
type Kept = Counted | "id" | "enterprise_id" | "left_at";

/** Every other column of it. */
const NOT_SET_UP: Required<Omit<Updateable<Database["workspaces"]>, Kept>> = {
  name: "",
  approvals_channel: null,
  set_up_at: null,
  applied_settings: null,
  removed_approvers: "[]",
  quorum_due_at: null,
  quorum_found: "[]",
  quorum_warned_at: null,
};

/** In one transaction, under the lock of the workspace: of one that is back meanwhile nothing goes. */
export async function forgetSome(db: Db, workspaceId: string, most: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const left = await trx
      .selectFrom("workspaces")
      .select("id")
      .where("id", "=", workspaceId)
      .where("left_at", "is not", null)
      .forUpdate()
      .executeTakeFirst();
    // Another process may have forgotten it a moment ago: once is enough.
    if (!left || !(await isRemembered(trx, workspaceId))) return false;
    for (const table of FORGOTTEN) {
      if ((await deleteSome(trx, table, workspaceId, most)) > 0) return true;
    }
    await changeWorkspace(trx, workspaceId, NOT_SET_UP);
    // It is back with sending not frozen, and nothing announced.
    await trx.insertInto("freezes").values({ workspace_id: workspaceId, version: 0 }).execute();
    await sql`select note_forgotten(${workspaceId})`.execute(trx);
    return false;
  });
}

async function deleteSome(
  trx: Db,
  table: (typeof FORGOTTEN)[number],
  workspaceId: string,
  most: number,
): Promise<number> {
  const newest = sql`version = (select max(version) from policies where workspace_id = ${workspaceId})`;
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where workspace_id = ${workspaceId}
      ${table === "policies" ? sql`and not ${newest}` : sql``} limit ${most}
    ))`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

/** Only what its retention is over for, by the database's clock. */
export async function forgetHistory(db: Db, workspaceId: string, most: number): Promise<boolean> {
  const { rows } = await sql<{ deleted: number }>`
    select forget_history(${workspaceId}, ${most}) as deleted`.execute(db);
  return (rows[0]?.deleted ?? 0) > 0;
}
