import type { RawBuilder, SqlBool } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../platform/database/schema.ts";
import { OPEN } from "../rules/status.ts";

/** Selects served workspaces: each chore asks for no more than it needs. */
export type WorkspacesThat =
  | "are-served"
  /** With a Rail service, and a token for it. */
  | "are-connected"
  | "have-open-requests"
  /** The approvals channel has not heard of the freeze, or of its end. */
  | "have-an-untold-freeze"
  | "have-notices";

/** The last entry of a workspace's audit; null if nothing happened yet. */
export interface LastEntry {
  workspaceId: string;
  hash: string | null;
}

const THAT: Record<WorkspacesThat, RawBuilder<SqlBool>> = {
  "are-served": sql`true`,
  "are-connected": sql`exists (
    select from connections
    where workspace_id = workspaces.id and is_current and sealed_token <> '')`,
  "have-open-requests": sql`exists (
    select from requests
    where workspace_id = workspaces.id and status in (${sql.join(OPEN)}))`,
  "have-an-untold-freeze": sql`exists (
    select from freezes where workspace_id = workspaces.id and version > notice_version)`,
  "have-notices": sql`exists (select from notices where workspace_id = workspaces.id)`,
};

/** In the order of their ids, after `after`, without those that removed the app. */
export async function listWorkspaces(
  db: Db,
  that: WorkspacesThat,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("workspaces")
    .select("workspaces.id")
    .where("left_at", "is", null)
    .$if(after !== null, (query) => query.where("workspaces.id", ">", after))
    .where(THAT[that])
    .orderBy("workspaces.id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** In the order of their ids, after `after`. */
export async function listLastEntries(
  db: Db,
  after: string | null,
  limit: number,
): Promise<LastEntry[]> {
  const rows = await db
    .selectFrom("workspaces")
    .select(["id", "last_audit_hash"])
    .$if(after !== null, (query) => query.where("id", ">", after))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ workspaceId: row.id, hash: row.last_audit_hash }));
}
