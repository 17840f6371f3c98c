import type { AllMiddlewareArgs, SlackEventMiddlewareArgs } from "@slack/bolt";
import type { UninstallDeps } from "../../services/uninstall-workspace.ts";
import { uninstallWorkspace } from "../../services/uninstall-workspace.ts";

type Gone =
  | SlackEventMiddlewareArgs<"app_uninstalled">
  | SlackEventMiddlewareArgs<"tokens_revoked">;

/** The app was removed, or its bot's token revoked. There is no token any more to answer with, and nobody to answer. */
export function appRemoved(deps: UninstallDeps) {
  return async ({ event, body, context }: Gone & AllMiddlewareArgs): Promise<void> => {
    // Those of people are none of ours.
    if (event.type === "tokens_revoked" && !event.tokens.bot?.length) return;
    const id = context.isEnterpriseInstall ? context.enterpriseId : context.teamId;
    if (id === undefined) return;
    const at = new Date(body.event_time * 1_000).toISOString();
    await uninstallWorkspace(deps, { id, appId: body.api_app_id, at });
  };
}
