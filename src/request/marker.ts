import type { AuditEntry } from "./rules/audit.ts";

/** An entry of a workspace's audit. */
export type Mark = Pick<AuditEntry, "sequence" | "hash">;

/**
 * The last audit entries of a workspace, kept outside the database: a database that lacks one was restored to an
 * earlier moment. Both throw if they cannot be read or written.
 */
export interface Marker {
  /** Usually one; several during a replacement, and if several processes share the place. */
  read(workspaceId: string): Promise<readonly Mark[]>;
  /** Keeps `by` first, and only then drops those that it replaces. */
  replace(workspaceId: string, former: readonly Mark[], by: Mark): Promise<void>;
}
