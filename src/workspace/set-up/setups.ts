import type { Kysely, Selectable, Transaction } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { Seal } from "../../platform/database/seal.ts";
import {
  documentOf,
  findPolicy,
  insertPolicy,
  railTokenOf,
} from "../../request/queries/companies.ts";
import { WAITING } from "../../request/queries/find-requests.ts";
import { findKeptSettings, keepSettings } from "../../request/queries/kept-settings.ts";
import type {
  ConnectionSummary,
  PolicyVersion,
  WorkspaceSetup,
} from "../../request/queries/transaction-port.ts";
import type { Policy } from "../../request/rules/approval/policy.ts";
import { everyApprover } from "../../request/rules/approval/policy.ts";
import type { PolicyDocument } from "../../request/rules/approval/policy-document.ts";
import type { Environment } from "../../request/rules/change.ts";

/** The set-up of a workspace: the policy's versions, the channel for approvals, and which connection is current. */

export async function findSetup(
  db: Kysely<Database>,
  workspaceId: string,
): Promise<WorkspaceSetup> {
  const { approvals_channel, set_up_at } = await db
    .selectFrom("workspaces")
    .select(["approvals_channel", "set_up_at"])
    .where("id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  const { version, rules } = await findPolicy(db, workspaceId);
  const current = await connections(db, workspaceId)
    .where("is_current", "=", true)
    .executeTakeFirst();
  return {
    approvalsChannel: approvals_channel,
    setUpAt: set_up_at?.toISOString() ?? null,
    policyVersion: version,
    hasRules: rules.length > 0,
    connection: current ? toSummary(current) : null,
  };
}

export async function findConnection(
  db: Kysely<Database>,
  workspaceId: string,
  connectionId: string,
): Promise<ConnectionSummary | undefined> {
  const row = await connections(db, workspaceId).where("id", "=", connectionId).executeTakeFirst();
  return row && toSummary(row);
}

/** The current one first, then the newest. */
export async function listConnectionsAt(
  db: Kysely<Database>,
  workspaceId: string,
  baseUrl: string,
  environment: Environment,
): Promise<ConnectionSummary[]> {
  const rows = await connections(db, workspaceId)
    .where("base_url", "=", baseUrl)
    .where("environment", "=", environment)
    .orderBy("is_current", "desc")
    .orderBy("created_at", "desc")
    .execute();
  return rows.map(toSummary);
}

/** Of another workspace's connection nothing is changed: that is an error. */
export async function keepToken(
  db: Kysely<Database>,
  seal: Seal,
  workspaceId: string,
  { id, baseUrl, environment, name, lastFour }: ConnectionSummary & { lastFour: string },
  token: string,
  at: string,
): Promise<void> {
  const sealed_token = seal.seal(token, railTokenOf(workspaceId, { id, baseUrl }));
  const kept = { name, sealed_token, last_four: lastFour };
  await db
    .insertInto("connections")
    .values({
      id,
      workspace_id: workspaceId,
      base_url: baseUrl,
      environment,
      is_current: false,
      created_at: new Date(at),
      rails_read_at: null,
      ...kept,
    })
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet(kept)
        .where("connections.workspace_id", "=", workspaceId)
        .where("connections.base_url", "=", baseUrl),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
}

function connections(db: Kysely<Database>, workspaceId: string) {
  return db
    .selectFrom("connections")
    .select(["id", "base_url", "environment", "name", "sealed_token", "last_four"])
    .where("workspace_id", "=", workspaceId);
}

type Row = Pick<
  Selectable<Database["connections"]>,
  "id" | "base_url" | "environment" | "name" | "sealed_token" | "last_four"
>;

/** Of a token that was kept before its end was, the end is not known; it is there all the same. */
function toSummary({ id, base_url, environment, name, ...row }: Row): ConnectionSummary {
  const lastFour = row.sealed_token === "" ? null : (row.last_four ?? "");
  return { id, baseUrl: base_url, environment, name, lastFour };
}

/** Undefined where there never was such a version. */
export async function findPolicyVersion(
  db: Kysely<Database>,
  workspaceId: string,
  version: number,
): Promise<Policy | undefined> {
  const row = await db
    .selectFrom("policies")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("version", "=", version)
    .executeTakeFirst();
  return row && { version: row.version, ...documentOf(row) };
}

/** Newest first, from this version down. */
export async function listPolicyVersions(
  db: Kysely<Database>,
  workspaceId: string,
  from: number,
  limit: number,
): Promise<PolicyVersion[]> {
  const rows = await db
    .selectFrom("policies")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("version", "<=", from)
    .orderBy("version", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    version: row.version,
    ...documentOf(row),
    since: row.created_at.toISOString(),
    by: row.changed_by,
    requestId: row.request_id,
  }));
}

/** The workspace is locked. */
export async function savePolicyVersion(
  trx: Transaction<Database>,
  workspaceId: string,
  document: PolicyDocument,
  by: string | null,
  requestId: string | null,
  at: string,
): Promise<number> {
  const before = await findPolicy(trx, workspaceId);
  const version = before.version + 1;
  await insertPolicy(trx, workspaceId, document, { version, at, changedBy: by, requestId });
  if (requestId !== null) await noteRemoved(trx, workspaceId, before, document);
  return version;
}

/**
 * Approvers whom a request takes out are remembered as removed; those whom it names return. An administrator alone brings
 * nobody back.
 */
async function noteRemoved(
  trx: Transaction<Database>,
  workspaceId: string,
  before: PolicyDocument,
  after: PolicyDocument,
): Promise<void> {
  const { removedApprovers } = await findKeptSettings(trx, workspaceId);
  const named = new Set(everyApprover(after));
  const all = new Set([...removedApprovers, ...everyApprover(before)]);
  await keepSettings(trx, workspaceId, {
    removedApprovers: [...all].filter((each) => !named.has(each)),
  });
}

export async function saveApprovalsChannel(
  db: Kysely<Database>,
  workspaceId: string,
  channelId: string,
): Promise<void> {
  await db
    .updateTable("workspaces")
    .set({ approvals_channel: channelId })
    .where("id", "=", workspaceId)
    .execute();
}

/** What belongs to the one before stays with it. */
export async function makeConnectionCurrent(
  db: Kysely<Database>,
  workspaceId: string,
  connectionId: string,
): Promise<void> {
  await db
    .updateTable("connections")
    .set({ is_current: false })
    .where("workspace_id", "=", workspaceId)
    .execute();
  await db
    .updateTable("connections")
    .set({ is_current: true, succeeded_by: null, is_holding: false })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", connectionId)
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** A token is sealed for its connection, so it is opened under the one and sealed for the other. */
export async function moveToken(
  db: Kysely<Database>,
  seal: Seal,
  workspaceId: string,
  from: string,
  to: string,
): Promise<void> {
  const giving = await connections(db, workspaceId)
    .where("id", "=", from)
    .executeTakeFirstOrThrow();
  const { base_url, environment, name, last_four } = giving;
  const place = { id: from, baseUrl: base_url };
  const token = seal.open(giving.sealed_token, railTokenOf(workspaceId, place));
  const sealed_token = seal.seal(token, railTokenOf(workspaceId, { ...place, id: to }));
  await db
    .updateTable("connections")
    .set({ name, sealed_token, last_four })
    .where("id", "=", to)
    .where("workspace_id", "=", workspaceId)
    .where("base_url", "=", base_url)
    .where("environment", "=", environment)
    .returning("id")
    .executeTakeFirstOrThrow();
  await dropToken(db, workspaceId, from);
}

export async function dropToken(
  db: Kysely<Database>,
  workspaceId: string,
  connectionId: string,
): Promise<void> {
  await db
    .updateTable("connections")
    .set({ sealed_token: "", last_four: null })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", connectionId)
    .execute();
}

/**
 * Those that were entered before for a change of the connection which nobody asked for, or whose connection nothing was
 * ever done with. Where such a change still waits in a workspace, all of its tokens stay.
 */
export async function forgetUnusedTokens(db: Kysely<Database>, before: string): Promise<void> {
  await db
    .updateTable("connections")
    .set({ sealed_token: "", last_four: null })
    .where("is_current", "=", false)
    .where("sealed_token", "<>", "")
    .where("created_at", "<", new Date(before))
    .where(({ not, exists, or, selectFrom }) =>
      not(
        or([
          exists(
            selectFrom("requests")
              .select("requests.id")
              .whereRef("requests.connection_id", "=", "connections.id"),
          ),
          exists(
            selectFrom("seen_rails")
              .select("seen_rails.rail_id")
              .whereRef("seen_rails.connection_id", "=", "connections.id"),
          ),
          exists(
            selectFrom("requests")
              .select("requests.id")
              .whereRef("requests.workspace_id", "=", "connections.workspace_id")
              .where("requests.kind", "=", "change-connection")
              .where("requests.status", "in", WAITING),
          ),
        ]),
      ),
    )
    .execute();
}

/** The first time stands. */
export async function noteSetUp(
  db: Kysely<Database>,
  workspaceId: string,
  at: string,
): Promise<void> {
  const { approvalsChannel, setUpAt, hasRules, connection } = await findSetup(db, workspaceId);
  const hasToken = connection !== null && connection.lastFour !== null;
  const isWhole = approvalsChannel !== null && hasRules && hasToken;
  if (!isWhole || setUpAt !== null) return;
  await db
    .updateTable("workspaces")
    .set({ set_up_at: new Date(at) })
    .where("id", "=", workspaceId)
    .execute();
}
