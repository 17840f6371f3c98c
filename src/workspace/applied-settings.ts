import type { Kysely } from "kysely";
import type { Database } from "../platform/database/schema.ts";

/** What the environment said when it was last applied to a workspace: of a token and of a policy only the digest. */
export interface AppliedSettings {
  rail?: string;
  channel?: string;
  policy?: string;
}

export async function readApplied(
  db: Kysely<Database>,
  workspaceId: string,
): Promise<AppliedSettings> {
  const { applied_settings } = await db
    .selectFrom("workspaces")
    .select("applied_settings")
    .where("id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  return applied_settings === null ? {} : (JSON.parse(applied_settings) as AppliedSettings);
}

export async function saveApplied(
  db: Kysely<Database>,
  workspaceId: string,
  applied: AppliedSettings,
): Promise<void> {
  await db
    .updateTable("workspaces")
    .set({ applied_settings: JSON.stringify(applied) })
    .where("id", "=", workspaceId)
    .execute();
}
