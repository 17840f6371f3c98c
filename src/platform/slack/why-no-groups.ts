import { WebAPIPlatformError } from "@slack/web-api";
import type { GroupsOffered } from "../../workspace/set-up/setup.ts";

type WhyNoGroups = Extract<GroupsOffered, { ok: false }>["because"];

/** Why Slack did not say which user groups there are, or who is in one. */
export function whyNoGroups(error: unknown): WhyNoGroups {
  const said = error instanceof WebAPIPlatformError ? error.data.error : undefined;
  switch (said) {
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
