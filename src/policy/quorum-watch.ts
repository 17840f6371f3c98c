import { sql } from "kysely";
import type { Db } from "../platform/database/schema.ts";
import type { QuorumWatch } from "./rules/quorum-health.ts";

export interface DueQuorumWatch extends QuorumWatch {
  workspaceId: string;
  /** Nobody has looked before. */
  isFirst: boolean;
}

/** The workspace that has waited longest. It is due again at `until`, for whoever finds it then: no two take it at once. */
export async function takeQuorumWatch(
  db: Db,
  now: string,
  until: string,
): Promise<DueQuorumWatch | undefined> {
  const { rows } = await sql<{ id: string; found: string; warned_at: Date | null; due: boolean }>`
    update workspaces set quorum_due_at = ${until}::timestamptz
    from (
      select id, quorum_due_at from workspaces
      where left_at is null
        and (quorum_due_at is null or quorum_due_at <= ${now}::timestamptz)
      order by quorum_due_at nulls first limit 1 for update skip locked
    ) as waiting
    where workspaces.id = waiting.id
    returning workspaces.id, quorum_found as found, quorum_warned_at as warned_at,
      waiting.quorum_due_at is not null as due`.execute(db);
  const [row] = rows;
  return (
    row && {
      workspaceId: row.id,
      isFirst: !row.due,
      found: row.found,
      warnedAt: row.warned_at === null ? null : new Date(row.warned_at).toISOString(),
    }
  );
}

export async function saveQuorumWatch(
  db: Db,
  workspaceId: string,
  { found, warnedAt, dueAt }: QuorumWatch & { dueAt: string },
): Promise<void> {
  await db
    .updateTable("workspaces")
    .set({
      quorum_found: found,
      quorum_warned_at: warnedAt === null ? null : new Date(warnedAt),
      quorum_due_at: new Date(dueAt),
    })
    .where("id", "=", workspaceId)
    .execute();
}
