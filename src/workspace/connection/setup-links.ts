import type { Selectable } from "kysely";
import type { Database, Db } from "../../platform/database/schema.ts";
import type { SetupLink, SetupLinks } from "../set-up/setup.ts";

const KEPT_FOR_MS = 24 * 3_600_000;

export function createSetupLinks(db: Db): SetupLinks {
  return {
    async save(link) {
      const expires_at = new Date(link.expiresAt);
      const yesterday = new Date(expires_at.getTime() - KEPT_FOR_MS);
      await db.deleteFrom("setup_links").where("expires_at", "<", yesterday).execute();
      await db
        .insertInto("setup_links")
        .values({
          hash: link.hash,
          workspace_id: link.workspaceId,
          user_id: link.userId,
          user_name: link.userName,
          connection_name: link.connectionName,
          base_url: link.baseUrl,
          reason: link.reason,
          view_id: link.viewId,
          expires_at,
          used_at: null,
        })
        .execute();
    },

    async find(hash) {
      const row = await db
        .selectFrom("setup_links")
        .selectAll()
        .where("hash", "=", hash)
        .executeTakeFirst();
      return row && toLink(row);
    },

    async take(hash, now, mostTries) {
      const { numUpdatedRows } = await db
        .updateTable("setup_links")
        .set((eb) => ({ used_at: new Date(now), tries: eb("tries", "+", 1) }))
        .where("hash", "=", hash)
        .where("used_at", "is", null)
        .where("expires_at", ">", new Date(now))
        .where("tries", "<", mostTries)
        .executeTakeFirst();
      return Number(numUpdatedRows) === 1;
    },

    async putBack(hash) {
      await db.updateTable("setup_links").set({ used_at: null }).where("hash", "=", hash).execute();
    },
  };
}

function toLink(row: Selectable<Database["setup_links"]>): SetupLink {
  return {
    hash: row.hash,
    workspaceId: row.workspace_id,
    userId: row.user_id,
    userName: row.user_name,
    connectionName: row.connection_name,
    baseUrl: row.base_url,
    reason: row.reason,
    viewId: row.view_id,
    expiresAt: row.expires_at.toISOString(),
    tries: row.tries,
    isUsed: row.used_at !== null,
  };
}
