import type { Context } from "../context.ts";
import { PageError } from "../slack-error.ts";
import { toSlackView } from "../wire.ts";
import { tellEvent } from "./tell-app.ts";

/** A person opens the app's Home, and the app gets `app_home_opened`. */
export async function openHome(context: Context, userId: string): Promise<void> {
  const { seed, directory, views } = context;
  const home = views.homeOf(userId);
  const opened = {
    type: "app_home_opened",
    user: userId,
    channel: directory.directWith(userId).id,
    tab: "home",
    ...(home && { view: toSlackView(home, seed) }),
  };
  await tellEvent(context, opened);
}

/** An administrator uninstalls the app from the workspace. */
export async function uninstall(context: Context, userId: string): Promise<void> {
  if (!context.directory.user(userId).isAdmin) {
    throw new PageError("not_allowed", "Only an administrator can uninstall an app.");
  }
  const installation = context.installation();
  if (!installation) return;
  context.installations.uninstall(installation);
  // Slack's two events have no order.
  const tokens = { oauth: [], bot: [context.seed.app.botUserId] };
  await tellEvent(context, { type: "tokens_revoked", tokens });
  await tellEvent(context, { type: "app_uninstalled" });
}
