import type { Db } from "../platform/database/schema.ts";

/** Who has opened the App Home. */

/** The App Home as it stands before one person. */
export interface OpenedHome {
  /** The direct message with them. */
  channelId: string;
  /** Of what was drawn last: Slack takes it for the newest only with this. */
  hash: string | null;
}

/** Undefined for whoever has never opened it. */
export async function findHome(
  db: Db,
  workspaceId: string,
  userId: string,
): Promise<OpenedHome | undefined> {
  return db
    .selectFrom("opened_homes")
    .select(["channel_id as channelId", "hash"])
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export async function saveHome(
  db: Db,
  workspaceId: string,
  userId: string,
  { channelId: channel_id, hash }: OpenedHome,
): Promise<void> {
  await db
    .insertInto("opened_homes")
    .values({ workspace_id: workspaceId, user_id: userId, channel_id, hash })
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "user_id"]).doUpdateSet({ channel_id, hash }),
    )
    .execute();
}
