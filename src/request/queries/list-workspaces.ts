import type { Db } from "../../platform/database/schema.ts";
import { OVER } from "./find-requests.ts";

/** Which of the workspaces that are served: each for one chore, so that it asks for no more than it needs. */
export type WorkspacesThat =
  | "are-served"
  /** With a Rail service, and a token for it. */
  | "are-connected"
  | "have-open-requests"
  /** Of which, or of whose end, the approvers' channel was not told. */
  | "have-an-untold-freeze"
  | "have-notices";

/** The last entry of a workspace's audit; null where nothing has happened. */
export interface LastEntry {
  workspaceId: string;
  hash: string | null;
}

/** In the order of their ids, from the one after `after`; those that were left are none any more. */
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
    .$if(that === "are-connected", (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom("connections")
            .select("connections.id")
            .whereRef("workspace_id", "=", "workspaces.id")
            .where("is_current", "=", true)
            .where("sealed_token", "<>", ""),
        ),
      ),
    )
    .$if(that === "have-open-requests", (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom("requests")
            .select("requests.id")
            .whereRef("workspace_id", "=", "workspaces.id")
            .where("status", "not in", OVER),
        ),
      ),
    )
    .$if(that === "have-an-untold-freeze", (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom("freezes")
            .select("version")
            .whereRef("workspace_id", "=", "workspaces.id")
            .whereRef("version", ">", "notice_version"),
        ),
      ),
    )
    .$if(that === "have-notices", (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom("notices")
            .select("notices.id")
            .whereRef("workspace_id", "=", "workspaces.id"),
        ),
      ),
    )
    .orderBy("workspaces.id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** In the order of their ids, from the one after `after`. */
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
