import type { Context } from "../context.ts";
import { slackId, VERIFICATION_TOKEN } from "../kept/ids.ts";

/** Sends an event to the app if it subscribes to it (by `subscription`), and ignores the answer. */
export async function tellEvent(
  { seed: { team, app }, now, deliver }: Context,
  event: { type: string; [field: string]: unknown },
  subscription = event.type,
): Promise<void> {
  if (!app.events.includes(subscription)) return;
  await deliver("events_api", {
    ...{ token: VERIFICATION_TOKEN, type: "event_callback", api_app_id: app.id },
    ...{ team_id: team.id, context_team_id: team.id, context_enterprise_id: null },
    event: { ...event, event_ts: (now() / 1000).toFixed(6) },
    event_id: slackId("Ev"),
    event_time: Math.floor(now() / 1000),
    authorizations: [
      {
        ...{ enterprise_id: null, team_id: team.id, user_id: app.botUserId },
        ...{ is_bot: true, is_enterprise_install: false },
      },
    ],
    is_ext_shared_channel: false,
    event_context: slackId("EC"),
  });
}
