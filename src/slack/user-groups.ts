import { WebAPIPlatformError } from "@slack/web-api";
import type { Logger } from "pino";
import type { GroupsOffered, UserGroups } from "../services/setup-ports.ts";
import { limits } from "./limits.ts";
import type { SlackClients } from "./web-client.ts";

interface Deps extends Pick<SlackClients, "as" | "quick"> {
  logger: Logger;
}

/** The groups that a form can offer (`usergroups.list`). */
export function createUserGroups({ as, quick, logger }: Deps): UserGroups {
  return {
    async list(workspaceId) {
      try {
        const { usergroups: found = [] } = await quick.usergroups.list(await as(workspaceId));
        const groups = found.flatMap(({ id, handle = "", name = "" }) =>
          id === undefined ? [] : [{ id, handle, name }],
        );
        const offered = groups.slice(0, limits.options);
        return { ok: true, groups: offered, left: groups.length - offered.length };
      } catch (error) {
        const because = whyNot(error);
        logger.warn({ err: error, workspaceId, because }, "Slack did not show the user groups");
        return { ok: false, because };
      }
    },

    async membersOf(workspaceId, usergroup) {
      try {
        const { users = [] } = await quick.usergroups.users.list({
          ...(await as(workspaceId)),
          usergroup,
        });
        return users;
      } catch (error) {
        const said = error instanceof WebAPIPlatformError ? String(error.data.error) : "";
        if (said === "no_such_subteam" || said === "subteam_not_found") return [];
        logger.warn({ err: error, workspaceId }, "Slack did not say who is in a user group");
        return null;
      }
    },
  };
}

function whyNot(error: unknown): Extract<GroupsOffered, { ok: false }>["because"] {
  const said = error instanceof WebAPIPlatformError ? String(error.data.error) : "";
  if (said === "missing_scope") return "missing-scope";
  if (said === "plan_upgrade_required" || said === "paid_teams_only") return "no-user-groups";
  return "unavailable";
}
