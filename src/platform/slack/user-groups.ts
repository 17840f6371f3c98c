import type { Logger } from "pino";
import { slackSaid } from "../process/error-facts.ts";
import { limits } from "./blocks/limits.ts";
import type { SlackClients } from "./web-client.ts";

export interface UserGroup {
  id: string;
  /** The text after the @. */
  handle: string;
  name: string;
}

/** The user groups of a workspace that can be chosen; `left` are too many to be offered. */
export type GroupsOffered =
  | { ok: true; groups: readonly UserGroup[]; left: number }
  | { ok: false; because: "missing-scope" | "no-user-groups" | "unavailable" };

/** What Slack says of user groups. Never throws. */
export interface UserGroups {
  list(workspaceId: string): Promise<GroupsOffered>;
}

/** The groups that a form can offer (`usergroups.list`). */
export function createUserGroups({
  as,
  quick,
  logger,
}: Pick<SlackClients, "as" | "quick"> & { logger: Logger }): UserGroups {
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
        const because = whyNoGroups(error);
        logger.warn({ err: error, workspaceId, because }, WHY_NO_GROUPS[because]);
        return { ok: false, because };
      }
    },
  };
}

type WhyNoGroups = Extract<GroupsOffered, { ok: false }>["because"];

/** Why Slack did not say which user groups there are, or who is in one. */
export function whyNoGroups(error: unknown): WhyNoGroups {
  switch (slackSaid(error)) {
    case "missing_scope":
    case "not_allowed_token_type":
      return "missing-scope";
    case "plan_upgrade_required":
    case "paid_teams_only":
      return "no-user-groups";
    default:
      return "unavailable";
  }
}

/** For the log. */
export const WHY_NO_GROUPS: Record<WhyNoGroups, string> = {
  "missing-scope": "the app lacks the scope usergroups:read",
  "no-user-groups": "the workspace's plan has no user groups",
  unavailable: "Slack did not say what it knows of user groups",
};
