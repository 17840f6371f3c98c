import type { Db } from "../platform/database/schema.ts";
import { AUDIT_ENTRY } from "../request/queries/audit.ts";
import { documentOf } from "../request/queries/companies.ts";

/** A version of a workspace's policy, and who made it. */
export interface Rules {
  version: number;
  /** The entry by which it came into force. */
  entry: number;
  since: string;
  action: string;
  /** A Slack user id, or `environment`. */
  requestedBy: string;
  approvedBy: readonly string[];
  document: unknown;
}

/** Every version up to an entry of the audit, in their order. */
export async function policiesInForce(
  db: Db,
  workspaceId: string,
  until: number,
): Promise<Rules[]> {
  const entries = await db
    .selectFrom("audit")
    .select(AUDIT_ENTRY)
    .where("workspace_id", "=", workspaceId)
    .where("sequence", "<=", until)
    .where("action", "in", ["policy-set", "policy-applied", "approver-removed", "set-up-changed"])
    .orderBy("sequence")
    .execute();
  const rows = await db
    .selectFrom("policies")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .orderBy("version")
    .execute();
  return rows.flatMap((row) => {
    const entry = entries.find(({ requestId, facts }) =>
      row.request_id === null
        ? requestId === null && JSON.parse(facts).version === row.version
        : requestId === row.request_id,
    );
    if (!entry) return [];
    const { countedApprovers = [] } = JSON.parse(entry.facts) as { countedApprovers?: string[] };
    return {
      version: row.version,
      entry: entry.sequence,
      since: entry.at,
      action: entry.action,
      requestedBy: row.changed_by ?? "environment",
      approvedBy: countedApprovers,
      document: documentOf(row),
    };
  });
}
