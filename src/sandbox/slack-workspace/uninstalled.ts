import type { Context } from "./context.ts";
import { tellEvent } from "./event.ts";
import type { Installation } from "./installations.ts";

/** Tells an app, if it asked to be told, that it was uninstalled and that its tokens have ended. */
export async function tellUninstalled(context: Context, ended: Installation): Promise<void> {
  const { seed, assumed } = context;
  const revoked = { type: "tokens_revoked", tokens: { oauth: [], bot: [seed.app.botUserId] } };
  const uninstalled = { type: "app_uninstalled" };
  const events = assumed.oauth.uninstalledBeforeRevoked
    ? [uninstalled, revoked]
    : [revoked, uninstalled];
  const asBefore = { ...context, installation: () => ended };
  for (const event of events) await tellEvent(asBefore, event);
}
