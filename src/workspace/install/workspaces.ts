import type { Transaction } from "kysely";
import type { Database, Db } from "../../platform/database/schema.ts";
import { appendAudit } from "../../request/queries/audit.ts";
import { changeWorkspace, saveWorkspace } from "../../request/queries/companies.ts";
import type { RowMark } from "../../request/queries/row-macs.ts";
import type { Installation, Named } from "./installations.ts";

/** Which workspaces there are, whose organisation they belong to, and which were left. */

export async function rememberWorkspace(
  db: Db,
  { id, name }: Named,
  enterpriseId: string | null,
): Promise<{ hasLeft: boolean }> {
  const known = await db
    .selectFrom("workspaces")
    .select(["name", "enterprise_id", "left_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  const newName = name === "" ? (known?.name ?? "") : name;
  if (known?.name !== newName) await saveWorkspace(db, id, newName);
  if ((known?.enterprise_id ?? null) !== enterpriseId) {
    await changeWorkspace(db, id, { enterprise_id: enterpriseId });
  }
  return { hasLeft: known !== undefined && known.left_at !== null };
}

/** A workspace of an organisation that has an installation of its own is served by that one. */
export async function workspacesOf(
  db: Db,
  { id, isOrgWide }: Pick<Installation, "id" | "isOrgWide">,
): Promise<string[]> {
  const rows = await db
    .selectFrom("workspaces")
    .select("id")
    .where(isOrgWide ? "enterprise_id" : "id", "=", id)
    .where((eb) =>
      isOrgWide
        ? eb("id", "not in", eb.selectFrom("slack_installations").select("id"))
        : eb.val(true),
    )
    .orderBy("id")
    .execute();
  return rows.map((row) => row.id);
}

/** The workspaces that this installation serves or would serve, and that were left. */
export async function leftWorkspaces(
  db: Db,
  of: Pick<Installation, "id" | "isOrgWide">,
): Promise<string[]> {
  const all = await workspacesOf(db, of);
  if (all.length === 0) return [];
  const rows = await db
    .selectFrom("workspaces")
    .select("id")
    .where("id", "in", all)
    .where("left_at", "is not", null)
    .execute();
  return rows.map(({ id }) => id);
}

export async function hasLeft(db: Db, workspaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom("workspaces")
    .select("id")
    .where("id", "=", workspaceId)
    .where("left_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a workspace has left and nothing of it is kept but its history, as the owner's functions have noted. */
export async function isForgotten(db: Db, workspaceId: string): Promise<boolean> {
  const rows = await db
    .selectFrom("departures")
    .select("forgotten_at")
    .where("workspace_id", "=", workspaceId)
    .execute();
  const isNoted = rows.length > 0 && rows.every(({ forgotten_at }) => forgotten_at !== null);
  return isNoted && hasLeft(db, workspaceId);
}

/** Whether anything is kept of the time before the workspace was left. */
export async function isRemembered(db: Db, workspaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom("departures")
    .select("left_at")
    .where("workspace_id", "=", workspaceId)
    .where("forgotten_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Back at work. False, and nothing is changed, where something of before is still kept. Locks the workspace. */
export async function comeBack(trx: Transaction<Database>, workspaceId: string): Promise<boolean> {
  const { left_at } = await trx
    .selectFrom("workspaces")
    .select("left_at")
    .where("id", "=", workspaceId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (left_at === null) return true;
  if (await isRemembered(trx, workspaceId)) return false;
  await changeWorkspace(trx, workspaceId, { left_at: null });
  return true;
}

/** An entry about an installation belongs to no connection and no request. */
export async function recordInstallation(
  trx: Transaction<Database>,
  workspaceId: string,
  entry: { action: "app-installed" | "app-removed"; actor: string; at: string; facts?: object },
  marks: readonly RowMark[] = [],
): Promise<void> {
  const { facts = {}, ...rest } = entry;
  const about = { workspaceId, connectionId: "" };
  const text = JSON.stringify({ type: entry.action, at: entry.at, ...facts });
  await appendAudit(trx, { ...about, facts: text, ...rest }, marks);
}
