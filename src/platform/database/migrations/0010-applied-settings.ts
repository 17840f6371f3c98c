import { type Kysely, sql } from "kysely";

/** What the environment said when it was last applied. What people have changed in Slack since then stays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workspaces add column applied_settings text`.execute(db);
}
