import type { AuditEntry } from "../rules/audit.ts";

/** An entry of a workspace's audit. */
export type Mark = Pick<AuditEntry, "sequence" | "hash">;

/**
 * The last audit entries of a workspace, kept outside the database: a database that does not know one of them was
 * restored to an earlier moment. Both throw where they cannot be read or written.
 */
export interface Marker {
  /** One, as a rule: several while it is replaced, and where several processes share the place. */
  read(workspaceId: string): Promise<readonly Mark[]>;
  /** Once `by` is kept, and not before, those it stands for are dropped. */
  replace(workspaceId: string, former: readonly Mark[], by: Mark): Promise<void>;
}
