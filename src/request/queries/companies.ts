import type { Selectable, Transaction, Updateable } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import type { Database, Db } from "../../platform/database/schema.ts";
import type { Seal, SealedFor } from "../../platform/database/seal.ts";
import { isKeyMissing } from "../../platform/database/store-error.ts";
import type { Access, ListedService } from "../../platform/rail-api/listed-clients.ts";
import { isListed } from "../../platform/rail-api/listed-clients.ts";
import type { Policy } from "../rules/approval/policy.ts";
import { firstPolicy } from "../rules/approval/policy.ts";
import type { PolicyDocument } from "../rules/approval/policy-document.ts";
import { USUAL_COOL_DOWN_HOURS } from "../rules/approval/usual-policy.ts";
import type { Connection } from "../rules/change.ts";
import { canonicalJson } from "../rules/digest.ts";
import type { Freeze } from "../rules/freeze.ts";
import { lockWorkspace } from "./audit.ts";
import { findFreeze, lockFreeze } from "./freezes.ts";

export async function saveWorkspace(db: Db, id: string, name: string): Promise<void> {
  await db
    .insertInto("workspaces")
    .values({ id, name, last_audit_hash: null })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ name }))
    .execute();
  await ensureFreeze(db, id);
}

export async function changeWorkspace(
  db: Db,
  id: string,
  columns: Updateable<Database["workspaces"]>,
): Promise<void> {
  await db.updateTable("workspaces").set(columns).where("id", "=", id).execute();
}

/** Nobody could freeze without this row. True if it was not there. */
export async function ensureFreeze(db: Db, id: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("freezes")
    .values({ workspace_id: id, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findWorkspaceName(db: Db, id: string): Promise<string> {
  const { name } = await db
    .selectFrom("workspaces")
    .select("name")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return name;
}

/** Nobody may approve until somebody is named. */
const NOBODY: Policy = { version: 0, rules: [], coolDownHours: USUAL_COOL_DOWN_HOURS.production };

export async function findPolicy(db: Db, workspaceId: string): Promise<Policy> {
  return toPolicy(await lastPolicy(db, workspaceId).executeTakeFirst());
}

/** The policy and the connection in one query, since each click reads both. */
export async function findInForce(
  db: Db,
  workspaceId: string,
): Promise<{ policy: Policy; connection: Connection }> {
  const { policy, ...connection } = await currentConnection(db, workspaceId)
    .select(jsonObjectFrom(lastPolicy(db, workspaceId)).as("policy"))
    .executeTakeFirstOrThrow();
  return { policy: toPolicy(policy), connection };
}

/** The row of the version in force; there is none before the first one. */
export const lastPolicy = (db: Db, workspaceId: string) =>
  db
    .selectFrom("policies")
    .select(POLICY_COLUMNS)
    .where("workspace_id", "=", workspaceId)
    .orderBy("version", "desc")
    .limit(1);

export const toPolicy = (row: PolicyRow | null | undefined): Policy =>
  row ? { version: row.version, ...documentOf(row) } : NOBODY;

const POLICY_COLUMNS = [
  ...(["version", "document", "approvers", "approvals_required", "cool_down_hours"] as const),
  ...(["destination_approvers", "destination_approvals_required"] as const),
] as const;

type PolicyRow = Pick<Selectable<Database["policies"]>, (typeof POLICY_COLUMNS)[number]>;

/** Versions of releases that knew one rule for Rails and one for destinations have no document. */
export function documentOf(row: PolicyRow): PolicyDocument {
  if (row.document !== null) return JSON.parse(row.document) as PolicyDocument;
  const { destination_approvers: others } = row;
  return firstPolicy({
    approvers: JSON.parse(row.approvers) as string[],
    approvalsRequired: row.approvals_required,
    destinationApprovers: others === null ? null : (JSON.parse(others) as string[]),
    destinationApprovalsRequired: row.destination_approvals_required,
    coolDownHours: row.cool_down_hours,
  });
}

/** The order of approvers does not matter. */
export const isSamePolicy = (one: PolicyDocument, other: PolicyDocument) =>
  inOneText(one) === inOneText(other);

function inOneText({ rules, coolDownHours, auditors = [] }: PolicyDocument): string {
  const sorted = rules.map(({ approvers, groups, ...rule }) => ({
    ...rule,
    approvers: [...approvers].sort(),
    groups: [...groups].sort(),
  }));
  return canonicalJson({ rules: sorted, coolDownHours, auditors: [...auditors].sort() });
}

/** Everywhere in this order: a claim holds the freeze, and then writes to the audit, which locks the workspace. */
export async function lockSetup(trx: Transaction<Database>, workspaceId: string): Promise<Freeze> {
  const freeze = await lockFreeze(trx, workspaceId);
  await lockWorkspace(trx, workspaceId);
  return freeze;
}

/** In the same order. A retirement waits for the claim, or the claim sees it: afterwards it would be too late. */
export async function lockRegister(
  trx: Transaction<Database>,
  workspaceId: string,
): Promise<Freeze> {
  const [freeze] = await Promise.all([
    findFreeze(trx, workspaceId),
    lockWorkspace(trx, workspaceId),
  ]);
  return freeze;
}

export async function findCurrentConnection(db: Db, workspaceId: string): Promise<Connection> {
  return currentConnection(db, workspaceId).executeTakeFirstOrThrow();
}

const currentConnection = (db: Db, workspaceId: string) =>
  db
    .selectFrom("connections")
    .select(["id", "base_url as baseUrl", "environment"])
    .where("workspace_id", "=", workspaceId)
    .where("is_current", "=", true);

/** A token opens only with the address and in the row that it was sealed for. */
export function railTokenOf(
  workspaceId: string,
  { id, baseUrl }: Pick<Connection, "id" | "baseUrl">,
): SealedFor {
  return { purpose: "rail-token", workspaceId, connectionId: id, baseUrl };
}

/** False for another token, for none, and if no key opens the kept one. */
export async function isTokenKept(
  db: Db,
  seal: Seal,
  workspaceId: string,
  connection: Pick<Connection, "id" | "baseUrl">,
  token: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("connections")
    .select("sealed_token")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", connection.id)
    .executeTakeFirst();
  if (!row || row.sealed_token === "") return false;
  try {
    return seal.open(row.sealed_token, railTokenOf(workspaceId, connection)) === token;
  } catch (error) {
    if (isKeyMissing(error)) return false;
    throw error;
  }
}

/**
 * A connection's service and token. The token is null if it was removed or the service is not listed. A person who can
 * write to the database can change the address, but then the token does not open. Throws a `StoreError` `cannot-unseal`.
 */
export async function readAccess(
  db: Db,
  seal: Seal,
  workspaceId: string,
  connectionId: string,
  listed?: readonly ListedService[],
): Promise<Access> {
  const { sealed_token, ...service } = await db
    .selectFrom("connections")
    .select(["base_url as baseUrl", "environment", "sealed_token"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", connectionId)
    .executeTakeFirstOrThrow();
  const place = railTokenOf(workspaceId, { id: connectionId, baseUrl: service.baseUrl });
  const isOpened = sealed_token !== "" && (!listed || isListed(service, listed));
  return { ...service, token: isOpened ? seal.open(sealed_token, place) : null };
}

/** ISO 8601; null if the whole list was never read. */
export async function findRailsReadAt(db: Db, connectionId: string): Promise<string | null> {
  const row = await railsOf(db, connectionId).executeTakeFirst();
  return row?.rails_read_at?.toISOString() ?? null;
}

export const saveRailsReadAt = (db: Db, connectionId: string, at: string): Promise<void> =>
  setRails(db, connectionId, { rails_read_at: new Date(at) });

export async function countUnreadableRails(db: Db, connectionId: string): Promise<number> {
  const row = await railsOf(db, connectionId).executeTakeFirst();
  return row?.unreadable_rails ?? 0;
}

/** Returns how many there were before. */
export async function replaceUnreadable(
  db: Db,
  connectionId: string,
  count: number,
): Promise<number> {
  const before = await railsOf(db, connectionId).forUpdate().executeTakeFirst();
  await setRails(db, connectionId, { unreadable_rails: count });
  return before?.unreadable_rails ?? 0;
}

const railsOf = (db: Db, connectionId: string) =>
  db
    .selectFrom("connections")
    .select(["rails_read_at", "unreadable_rails"])
    .where("id", "=", connectionId);

async function setRails(
  db: Db,
  connectionId: string,
  columns: Updateable<Database["connections"]>,
): Promise<void> {
  await db.updateTable("connections").set(columns).where("id", "=", connectionId).execute();
}
