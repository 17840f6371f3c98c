import type { Db } from "../../src/platform/database/schema.ts";

/** Those whose rows belong to one workspace, each after those it refers to. */
const TABLES = [
  "freezes",
  "requests",
  "request_rails",
  "request_events",
  "messages",
  "audit",
  "row_macs",
  "row_checks",
  "destinations",
  "seen_rails",
] as const;

/** Everything that the database knows of one workspace at one moment. */
export interface Snapshot {
  rows: Record<(typeof TABLES)[number], Record<string, unknown>[]>;
  workspace: Record<string, unknown>;
  /** Its token alone is set by the environment. */
  connections: { id: string; [column: string]: unknown }[];
}

export async function takeSnapshot(db: Db, workspaceId: string): Promise<Snapshot> {
  const rows: Partial<Snapshot["rows"]> = {};
  for (const table of TABLES) {
    rows[table] = await db
      .selectFrom(table)
      .selectAll()
      .where("workspace_id", "=", workspaceId)
      .execute();
  }
  const workspace = await db
    .selectFrom("workspaces")
    .selectAll()
    .where("id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  const connections = await db
    .selectFrom("connections")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .execute();
  return { rows: rows as Snapshot["rows"], workspace, connections };
}

/** As after a restore: what has happened since is gone, as if it had not happened. */
export async function restore(
  db: Db,
  workspaceId: string,
  { rows, workspace, connections }: Snapshot,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const table of [...TABLES].reverse()) {
      await trx.deleteFrom(table).where("workspace_id", "=", workspaceId).execute();
    }
    for (const table of TABLES) {
      if (rows[table].length > 0) {
        await trx
          .insertInto(table)
          .values(rows[table] as never)
          .execute();
      }
    }
    await trx.updateTable("workspaces").set(workspace).where("id", "=", workspaceId).execute();
    for (const { id, ...columns } of connections) {
      await trx.updateTable("connections").set(columns).where("id", "=", id).execute();
    }
  });
}
