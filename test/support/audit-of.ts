import type { Db } from "../../src/platform/database/schema.ts";
import { auditPage } from "../../src/request/queries/audit-checks.ts";
import type { AuditEntry } from "../../src/request/rules/audit.ts";

/** The whole audit of a workspace, in order. */
export const listAudit = (db: Db, workspaceId: string): Promise<AuditEntry[]> =>
  auditPage(db, workspaceId, { after: 0, last: 2 ** 31 - 1 }, 100_000);
