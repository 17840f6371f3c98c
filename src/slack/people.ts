import type { WebClient } from "@slack/web-api";
import { WebAPIPlatformError } from "@slack/web-api";
import type { Logger } from "pino";
import type { Standing } from "../domain/approval-policy.ts";
import type { People } from "../services/ports.ts";
import type { SlackClients } from "./web-client.ts";

interface Deps extends Pick<SlackClients, "as" | "quick"> {
  logger: Logger;
}

/** Asks Slack who someone is (`users.info`), each time: a leaver must not count because of what was known before. */
export function createPeople({ as, quick, logger }: Deps): People {
  return {
    async standingOf(workspaceId, userId) {
      try {
        const { user } = await quick.users.info({ ...(await as(workspaceId)), user: userId });
        return user ? standing(workspaceId, user) : "not-known";
      } catch (error) {
        if (isUserNotFound(error)) return "stranger";
        logger.warn({ err: error, workspaceId }, "Slack did not say who someone is");
        return "not-known";
      }
    },
  };
}

type User = NonNullable<Awaited<ReturnType<WebClient["users"]["info"]>>["user"]>;

function standing(workspaceId: string, user: User): Standing {
  if (user.deleted) return "deactivated";
  if (user.is_bot || user.id === "USLACKBOT") return "bot";
  if (user.is_stranger || (user.team_id && user.team_id !== workspaceId)) return "stranger";
  if (user.is_restricted || user.is_ultra_restricted) return "guest";
  return "active";
}

function isUserNotFound(error: unknown): boolean {
  return (
    error instanceof WebAPIPlatformError &&
    ["user_not_found", "user_not_visible"].includes(String(error.data.error))
  );
}
