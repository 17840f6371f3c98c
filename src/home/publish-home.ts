import type { HomeView } from "@slack/types";
import type { WebClient } from "@slack/web-api";
import { SlackError, WebAPIPlatformError } from "@slack/web-api";
import type { Db } from "../platform/database/schema.ts";
import { checkedView } from "../platform/slack/blocks/checked.ts";
import type { Context } from "../request/context.ts";

/** The App Home as it stands before one person. */
export interface OpenedHome {
  /** The direct message with them. */
  channelId: string;
  /** Slack takes a drawing for the newest only with the hash of the last one. */
  hash: string | null;
}

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

/** Draws one person's Home, and once more if it was drawn since `home.hash`. Never throws for Slack's sake. */
export async function publishHome(
  { db, logger }: Pick<Context, "db" | "logger">,
  client: WebClient,
  { workspaceId, userId, home }: { workspaceId: string; userId: string; home: OpenedHome },
  draw: () => Promise<HomeView>,
): Promise<void> {
  const publish = async (hash: string | null) => {
    const view = checkedView(await draw());
    const answer = await client.views.publish({
      user_id: userId,
      view,
      ...(hash !== null && { hash }),
    });
    await saveHome(db, workspaceId, userId, { ...home, hash: answer.view?.hash ?? null });
  };
  try {
    await publish(home.hash).catch((error) => {
      if (!isDrawnSince(error)) throw error;
      return publish(null);
    });
  } catch (error) {
    if (!(error instanceof SlackError)) throw error;
    logger.warn({ err: error, workspaceId }, "a Home was not drawn");
  }
}

function isDrawnSince(error: unknown): boolean {
  return error instanceof WebAPIPlatformError && error.data.error === "hash_conflict";
}
