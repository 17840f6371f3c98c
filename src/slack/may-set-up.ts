import type { WebClient } from "@slack/web-api";
import { SlackError } from "@slack/web-api";
import type { Logger } from "pino";

interface Deps {
  clientOf: (workspaceId: string) => WebClient;
  logger: Pick<Logger, "warn">;
  /** Whoever installed the app in a workspace; null where nobody did, since its token is configured. */
  installerOf: (workspaceId: string) => Promise<string | null>;
}

/** Whether someone sets a workspace up: its administrators and owners, and whoever installed the app. */
export function createMaySetUp({ clientOf, logger, installerOf }: Deps) {
  return async (workspaceId: string, userId: string): Promise<boolean> => {
    try {
      const { user } = await clientOf(workspaceId).users.info({ user: userId });
      if (!user || user.deleted) return false;
      if (user.is_admin || user.is_owner || user.is_primary_owner) return true;
      return (await installerOf(workspaceId)) === userId;
    } catch (error) {
      if (!(error instanceof SlackError)) throw error;
      logger.warn({ err: error, workspaceId }, "Slack did not say who administers a workspace");
      return false;
    }
  };
}
