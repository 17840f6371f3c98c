import type { Context } from "../context.ts";
import { slackId } from "../kept/ids.ts";
import type { Installation } from "../kept/installations.ts";
import { isOrgWide, VERIFICATION_TOKEN } from "../wire.ts";

/**
 * Sends an event to the app if it subscribes to it, and ignores the answer. For an org-wide installation the authorization
 * names the enterprise and no team.
 */
export async function tellEvent(
  context: Pick<Context, "seed" | "now" | "deliver" | "place" | "installation">,
  event: { type: string },
  /** The name under which an app subscribes. */
  subscription = event.type,
): Promise<void> {
  const { seed, now, deliver, place } = context;
  const { team, app } = seed;
  const enterpriseId = place.enterprise?.id ?? null;
  if (!app.events.includes(subscription)) return;
  await deliver("events_api", {
    token: VERIFICATION_TOKEN,
    team_id: team.id,
    context_team_id: team.id,
    ...(enterpriseId && { enterprise_id: enterpriseId }),
    context_enterprise_id: enterpriseId,
    api_app_id: app.id,
    type: "event_callback",
    event: { ...event, event_ts: (now() / 1000).toFixed(6) },
    event_id: slackId("Ev"),
    event_time: Math.floor(now() / 1000),
    authorizations: [
      {
        enterprise_id: enterpriseId,
        team_id: isOrgWide(context) ? null : team.id,
        user_id: app.botUserId,
        is_bot: true,
        is_enterprise_install: isOrgWide(context),
      },
    ],
    is_ext_shared_channel: false,
    event_context: slackId("EC"),
  });
}

/** Sends a subscribed app the news that it was uninstalled and that its tokens have ended. */
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
