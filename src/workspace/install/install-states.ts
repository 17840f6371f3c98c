import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { InstallStates } from "./installations.ts";

/** Kept by their hashes: whoever reads the table can finish nobody's installation. */
export function createInstallStates(db: Kysely<Database>): InstallStates {
  return {
    async keep(state, expiresAt) {
      await db.deleteFrom("install_states").where("expires_at", "<", new Date()).execute();
      await db
        .insertInto("install_states")
        .values({ hash: hashOf(state), expires_at: expiresAt })
        .execute();
    },

    async take(state, now) {
      const taken = await db
        .deleteFrom("install_states")
        .where("hash", "=", hashOf(state))
        .returning("expires_at")
        .executeTakeFirst();
      return taken !== undefined && taken.expires_at > now;
    },
  };
}

const hashOf = (state: string) => createHash("sha256").update(state).digest("hex");
