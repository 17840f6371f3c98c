import type { Db } from "../platform/database/schema.ts";
import { withoutApprovers } from "../policy/rules/living-quorum.ts";
import { AUDIT_ENTRY } from "../request/queries/audit.ts";
import { documentOf } from "../request/queries/companies.ts";
import type { PolicyDocument } from "../request/rules/approval/policy-document.ts";
import type { AuditEntry } from "../request/rules/audit.ts";
import type { Change } from "../request/rules/change.ts";
import { digestOf } from "../request/rules/digest.ts";

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
  document: PolicyDocument;
}

/**
 * Every version up to an entry of the audit, in their order: by the word of the audit and of approved requests, since no code
 * covers the row of a version that is no longer in force.
 */
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
  const requests = await db
    .selectFrom("requests")
    .select(["id", "canonical"])
    .where("workspace_id", "=", workspaceId)
    .where("kind", "=", "change-policy")
    .execute();
  const rows = await db
    .selectFrom("policies")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .execute();
  const byId = new Map(requests.map(({ id, canonical }) => [id, canonical]));
  const kept = new Map(rows.map((row) => [row.version, row]));
  const known: Rules[] = [];
  for (const entry of entries) {
    const said = saidBy(entry, known.at(-1), byId.get(entry.requestId ?? ""));
    if (!said) continue;
    const row = kept.get(said.version);
    const document = said.document ?? (row && documentOf(row));
    const { sequence, at: since, action } = entry;
    if (document) known.push({ ...said, document, entry: sequence, since, action });
  }
  return known;
}

type Said = Pick<Rules, "version" | "requestedBy" | "approvedBy"> & {
  /** Former releases left it out of the entry: then the row alone has it. */
  document: PolicyDocument | undefined;
};

/** Undefined where the entry is about no policy. */
function saidBy(
  { action, actor, requestId, facts }: AuditEntry,
  before: Rules | undefined,
  canonical: string | undefined,
): Said | undefined {
  const said = JSON.parse(facts) as Partial<{
    version: number;
    document: PolicyDocument;
    userId: string;
    countedApprovers: string[];
    digest: string;
  }>;
  if (requestId !== null) {
    // The entry names the digest of what was approved: an edited request tells nothing.
    if (!canonical || digestOf(canonical) !== said.digest) return undefined;
    const { change, requestedBy } = JSON.parse(canonical) as {
      change: Change;
      requestedBy: string;
    };
    if (change.kind !== "change-policy") return undefined;
    return {
      version: change.from + 1,
      requestedBy,
      approvedBy: said.countedApprovers ?? [],
      document: change.document,
    };
  }
  const { version, document, userId } = said;
  if (version === undefined) return undefined;
  const common = { version, requestedBy: actor, approvedBy: [] };
  const isNext = before?.version === version - 1;
  if (action !== "approver-removed" || userId === undefined) return { ...common, document };
  return { ...common, document: isNext ? withoutApprovers(before.document, [userId]) : undefined };
}
