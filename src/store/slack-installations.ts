import type { Kysely } from "kysely";
import type { Database } from "./schema.ts";
import type { Seal } from "./seal.ts";
import { StoreError } from "./store-error.ts";

/** What Slack gave when the app was installed in a workspace. */
export interface SlackInstallation {
  workspaceId: string;
  /** `xoxb-…`, opened; at rest it is sealed. */
  botToken: string;
  botId: string;
  botUserId: string;
}

/** Keeps the newest one of a known workspace; a bot token of an earlier one is forgotten. `at` is ISO 8601 in UTC. */
export async function saveSlackInstallation(
  db: Kysely<Database>,
  seal: Seal,
  { workspaceId, botToken, botId, botUserId }: SlackInstallation,
  at: string,
): Promise<void> {
  const installation = {
    sealed_bot_token: seal.seal(botToken, workspaceId),
    bot_id: botId,
    bot_user_id: botUserId,
    installed_at: new Date(at),
  };
  await db
    .insertInto("slack_installations")
    .values({ workspace_id: workspaceId, ...installation })
    .onConflict((conflict) => conflict.column("workspace_id").doUpdateSet(installation))
    .execute();
}

/** Undefined where the app is not installed. Throws a `StoreError` `cannot-unseal`. */
export async function findSlackInstallation(
  db: Kysely<Database>,
  seal: Seal,
  workspaceId: string,
): Promise<SlackInstallation | undefined> {
  const row = await db
    .selectFrom("slack_installations")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst();
  return (
    row && {
      workspaceId,
      botToken: seal.open(row.sealed_bot_token, workspaceId),
      botId: row.bot_id,
      botUserId: row.bot_user_id,
    }
  );
}

/**
 * The one that there is. Throws a `StoreError` `not-one-installation` where there is none or several, and
 * `cannot-unseal`.
 */
export async function findOnlySlackInstallation(
  db: Kysely<Database>,
  seal: Seal,
): Promise<SlackInstallation> {
  const rows = await db.selectFrom("slack_installations").select("workspace_id").limit(2).execute();
  const [only, another] = rows;
  const installation =
    only && !another && (await findSlackInstallation(db, seal, only.workspace_id));
  if (installation) return installation;
  const found = another ? "several workspaces" : "no workspace";
  throw new StoreError(
    "not-one-installation",
    `Signalbox is installed in ${found}; for now it serves exactly one. To name it yourself, set SLACK_BOT_TOKEN in the place of SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and SLACK_STATE_SECRET.`,
  );
}
