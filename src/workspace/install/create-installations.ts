import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { Seal } from "../../platform/database/seal.ts";
import {
  departuresDue,
  leaveSome,
  leftWithWaiting,
  noteLateEntries,
  removeInstallation,
} from "./departures.ts";
import { forgetHistory, forgetSome } from "./forget-workspace.ts";
import type { Installation, Installations } from "./installations.ts";
import {
  endRefresh,
  findInstallation,
  findServing,
  saveInstallation,
  saveRefreshed,
  takeRefresh,
} from "./slack-installations.ts";
import {
  comeBack,
  hasLeft,
  recordInstallation,
  rememberWorkspace,
  workspacesOf,
} from "./workspaces.ts";

/** Every query about where the app is installed, on either engine. */
export function createInstallations(db: Kysely<Database>, seal: Seal): Installations {
  return {
    find: (id) => findInstallation(db, seal, id),
    servingWorkspace: (workspaceId) => findServing(db, seal, workspaceId),

    async about(id) {
      const row = await db
        .selectFrom("slack_installations")
        .select(["app_id", "installed_at"])
        .where("id", "=", id)
        .executeTakeFirst();
      return row && { appId: row.app_id, installedAt: row.installed_at.toISOString() };
    },

    save: (installation, at) => save(db, seal, installation, at),
    remember: (workspace, enterpriseId) => rememberWorkspace(db, workspace, enterpriseId),

    async comeBack(workspaceId) {
      const isBack = await db.transaction().execute((trx) => comeBack(trx, workspaceId));
      return isBack ? "saved" : "not-forgotten";
    },

    async leftWorkspaces(of) {
      const all = await workspacesOf(db, of);
      if (all.length === 0) return [];
      const rows = await db
        .selectFrom("workspaces")
        .select("id")
        .where("id", "in", all)
        .where("left_at", "is not", null)
        .execute();
      return rows.map(({ id }) => id);
    },

    takeRefresh: (id, version, ms) => takeRefresh(db, id, version, ms),
    saveRefreshed: (id, version, tokens) => saveRefreshed(db, seal, id, version, tokens),
    endRefresh: (id, version, how) => endRefresh(db, id, version, how),

    remove: (id, at) => db.transaction().execute((trx) => removeInstallation(trx, id, at)),
    leaveSome: (id, workspaceIds, at) =>
      db.transaction().execute((trx) => leaveSome(trx, id, workspaceIds, at)),
    hasLeft: (workspaceId) => hasLeft(db, workspaceId),
    leftWithWaiting: () => leftWithWaiting(db),
    noteLateEntries: () => noteLateEntries(db),
    forgetSome: (workspaceId, most) => forgetSome(db, workspaceId, most),
    departuresDue: (keptDays, limit) => departuresDue(db, keptDays, limit),
    forgetHistory: (workspaceId, most) => forgetHistory(db, workspaceId, most),
  };
}

class NotForgotten extends Error {}

async function save(
  db: Kysely<Database>,
  seal: Seal,
  installation: Installation,
  at: string,
): Promise<"saved" | "not-forgotten"> {
  const { workspace, enterprise, installedBy: actor, scopes } = installation;
  try {
    await db.transaction().execute(async (trx) => {
      if (workspace) await rememberWorkspace(trx, workspace, enterprise?.id ?? null);
      const workspaces = await workspacesOf(trx, installation);
      await saveInstallation(trx, seal, installation, at);
      for (const id of workspaces) {
        if (!(await comeBack(trx, id))) throw new NotForgotten();
        await recordInstallation(trx, id, {
          action: "app-installed",
          actor,
          at,
          facts: { scopes },
        });
      }
    });
    return "saved";
  } catch (error) {
    if (error instanceof NotForgotten) return "not-forgotten";
    throw error;
  }
}
