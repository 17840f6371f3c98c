import type { HomeView } from "@slack/types";
import type { WebClient } from "@slack/web-api";
import { SlackError, WebAPIPlatformError } from "@slack/web-api";
import type { Logger } from "pino";
import type { Db } from "../platform/database/schema.ts";
import { checkedView } from "../platform/slack/blocks/checked.ts";
import type { OpenedHome } from "./homes.ts";
import { saveHome } from "./homes.ts";

interface Deps {
  db: Db;
  logger: Pick<Logger, "warn">;
}

/**
 * Draws one person's Home. Where it was drawn by somebody else since `home.hash`, it is drawn once more, from what is true
 * by then. A courtesy, which never throws for Slack's sake.
 */
export async function publishHome(
  { db, logger }: Deps,
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
