import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../platform/database/schema.ts";
import type { InstallStates } from "./installations.ts";

/** Kept by their hashes: whoever reads the table can finish nobody's installation, and learns no address. */
export function createInstallStates(
  db: Db,
  most: { perAddress: number; inAll: number },
): InstallStates {
  return {
    async keep(state, { now, expiresAt, by }) {
      await db.deleteFrom("install_states").where("expires_at", "<", now).execute();
      const begunBy = hashOf(by);
      const { numAffectedRows } = await sql`
        insert into install_states (hash, expires_at, begun_by)
        select ${hashOf(state)}, ${expiresAt}::timestamptz, ${begunBy}
        where (select count(*) from install_states) < ${most.inAll}::integer
          and (select count(*) from install_states where begun_by = ${begunBy})
            < ${most.perAddress}::integer`.execute(db);
      return numAffectedRows === 1n;
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

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
