import { WebAPIPlatformError } from "@slack/web-api";
import type { Logger } from "pino";
import type { SlackClients } from "./web-client.ts";

/** Never throws. */
export interface Administrators {
  /** Administrators and owners of the workspace; null where Slack did not say. */
  isAdministrator(workspaceId: string, userId: string): Promise<boolean | null>;
}

/** Asks Slack whether someone administers a workspace (`users.info`), each time: a right may have been taken away. */
export function createAdministrators({
  as,
  quick,
  logger,
}: Pick<SlackClients, "as" | "quick"> & { logger: Logger }): Administrators {
  return {
    async isAdministrator(workspaceId, userId) {
      try {
        const { user } = await quick.users.info({ ...(await as(workspaceId)), user: userId });
        if (!user) return null;
        return Boolean(user.is_admin || user.is_owner || user.is_primary_owner);
      } catch (error) {
        const said = error instanceof WebAPIPlatformError ? String(error.data.error) : "";
        if (said === "user_not_found" || said === "user_not_visible") return false;
        logger.warn({ err: error, workspaceId }, "Slack did not say who administers a workspace");
        return null;
      }
    },
  };
}
