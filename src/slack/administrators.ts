import type { WebClient } from "@slack/web-api";
import { WebAPIPlatformError } from "@slack/web-api";
import type { Logger } from "pino";
import type { Administrators } from "../services/setup-ports.ts";

interface Deps {
  clientOf: (workspaceId: string) => WebClient;
  logger: Logger;
}

/** Asks Slack whether someone administers a workspace (`users.info`), each time: a right may have been taken away. */
export function createAdministrators({ clientOf, logger }: Deps): Administrators {
  return {
    async isAdministrator(workspaceId, userId) {
      try {
        const { user } = await clientOf(workspaceId).users.info({ user: userId });
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
