import { z } from "zod";
import type { UninstallDeps } from "./uninstall-workspace.ts";
import { leaveWorkspaces, uninstallWorkspace } from "./uninstall-workspace.ts";

/** `app_uninstalled`, `tokens_revoked` and `team_access_revoked` (https://docs.slack.dev/reference/events), as far as they matter here. */
const removal = z.object({
  type: z.literal("event_callback"),
  api_app_id: z.string(),
  team_id: z.string().nullish(),
  enterprise_id: z.string().nullish(),
  is_enterprise_install: z.boolean().optional(),
  authorizations: z.array(z.object({ is_enterprise_install: z.boolean() })).default([]),
  event_time: z.number(),
  event: z.discriminatedUnion("type", [
    z.object({ type: z.literal("app_uninstalled") }),
    z.object({
      type: z.literal("tokens_revoked"),
      tokens: z.object({ bot: z.array(z.string()).default([]) }),
    }),
    z.object({ type: z.literal("team_access_revoked"), team_ids: z.array(z.string()) }),
  ]),
});

/**
 * The app was removed, its bot's token revoked, or workspaces taken out of an org-wide installation. Taken from what Slack
 * has signed before Bolt has it: there is no token any more with which Bolt could answer, and Bolt acknowledges events
 * before anybody has saved anything. Everything else is left alone. Throws where it could not be saved.
 */
export function appRemoved(deps: UninstallDeps) {
  return async (body: unknown): Promise<void> => {
    const { success, data } = removal.safeParse(body);
    if (!success) return;
    const { event, authorizations, is_enterprise_install = false } = data;
    const at = new Date(data.event_time * 1_000).toISOString();
    if (event.type === "team_access_revoked") {
      const { enterprise_id: id, api_app_id: appId } = data;
      if (id) await leaveWorkspaces(deps, { id, appId, at, workspaceIds: event.team_ids });
      return;
    }
    // Those of people are none of ours.
    if (event.type === "tokens_revoked" && event.tokens.bot.length === 0) return;
    const isOrgWide = authorizations[0]?.is_enterprise_install ?? is_enterprise_install;
    const id = isOrgWide ? data.enterprise_id : data.team_id;
    if (!id) return;
    await uninstallWorkspace(deps, { id, appId: data.api_app_id, at });
  };
}
