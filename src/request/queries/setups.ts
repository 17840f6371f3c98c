import type { Transaction } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { quorumOf } from "../../authority/quorum.ts";
import type { Database, Db } from "../../platform/database/schema.ts";
import type { Policy } from "../rules/approval/policy.ts";
import { everyApprover } from "../rules/approval/policy.ts";
import type { PolicyDocument } from "../rules/approval/policy-document.ts";
import { changeWorkspace, documentOf, findPolicy, lastPolicy, toPolicy } from "./companies.ts";
import type { ConnectionSummary } from "./connections.ts";
import { current, toSummary } from "./connections.ts";
import { findKeptSettings, keepSettings } from "./kept-settings.ts";

/** A policy that is or was in force. */
export interface PolicyVersion extends Policy {
  /** ISO 8601. */
  since: string;
  /** A Slack user id; null for the environment. */
  by: string | null;
  /** The request that brought it into force; null if it was set without asking. */
  requestId: string | null;
}

export interface WorkspaceSetup {
  approvalsChannel: string | null;
  /** When the first set-up was complete (ISO 8601). No code covers it: `isGoverned` decides. */
  setUpAt: string | null;
  /** The version in force; 0 before the first one. */
  policyVersion: number;
  /** False if nobody may approve anything: before the first set-up, and after a new installation. */
  hasRules: boolean;
  connection: ConnectionSummary | null;
}

/**
 * Whether the approvers decide about the set-up. Rules and a connection carry codes, so nobody who writes to the database
 * takes the approvers' say away; `setUpAt` alone could be deleted.
 */
export const isGoverned = ({
  setUpAt,
  hasRules,
  connection,
}: Pick<WorkspaceSetup, "setUpAt" | "hasRules" | "connection">): boolean =>
  setUpAt !== null || (hasRules && connection !== null);

/** The first channel is chosen without them: cards go there. It carries no code, so this gives a writer nothing new. */
export const isChannelGoverned = (setup: WorkspaceSetup): boolean =>
  setup.setUpAt !== null || (isGoverned(setup) && setup.approvalsChannel !== null);

export async function findSetup(db: Db, workspaceId: string): Promise<WorkspaceSetup> {
  const { approvals_channel, set_up_at, policy, connection } = await db
    .selectFrom("workspaces")
    .select(["approvals_channel", "set_up_at"])
    .select(jsonObjectFrom(lastPolicy(db, workspaceId)).as("policy"))
    .select(jsonObjectFrom(current(db, workspaceId)).as("connection"))
    .where("id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  const { version, rules } = toPolicy(policy);
  return {
    approvalsChannel: approvals_channel,
    setUpAt: set_up_at?.toISOString() ?? null,
    policyVersion: version,
    hasRules: rules.length > 0,
    connection: connection && toSummary(connection),
  };
}

/** Null if none is chosen. */
export async function findApprovalsChannel(db: Db, workspaceId: string): Promise<string | null> {
  const { approvals_channel } = await db
    .selectFrom("workspaces")
    .select("approvals_channel")
    .where("id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  return approvals_channel;
}

/** Undefined if there never was this version. */
export async function findPolicyVersion(
  db: Db,
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
  db: Db,
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
  const { rules, coolDownHours, auditors } = document;
  await trx
    .insertInto("policies")
    .values({
      workspace_id: workspaceId,
      version,
      document: JSON.stringify({ rules, coolDownHours, auditors }),
      // A process of an earlier release beside this one reads these.
      approvers: JSON.stringify(rules.at(-1)?.approvers ?? []),
      approvals_required: Math.max(1, ...rules.map(quorumOf)),
      destination_approvers: null,
      destination_approvals_required: null,
      cool_down_hours: coolDownHours,
      created_at: new Date(at),
      changed_by: by,
      request_id: requestId,
    })
    .execute();
  if (requestId !== null) await noteRemoved(trx, workspaceId, before, document);
  return version;
}

/**
 * Remembers approvers whom a request removes, and forgets that of those whom it names again. An administrator alone
 * brings nobody back.
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

export const saveApprovalsChannel = (db: Db, workspaceId: string, channelId: string) =>
  changeWorkspace(db, workspaceId, { approvals_channel: channelId });

/** The first time stays. */
export async function noteSetUp(db: Db, workspaceId: string, at: string): Promise<void> {
  const { approvalsChannel, setUpAt, hasRules, connection } = await findSetup(db, workspaceId);
  const hasToken = connection !== null && connection.lastFour !== null;
  const isWhole = approvalsChannel !== null && hasRules && hasToken;
  if (!isWhole || setUpAt !== null) return;
  await changeWorkspace(db, workspaceId, { set_up_at: new Date(at) });
}
