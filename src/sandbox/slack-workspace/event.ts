import type { Context } from "./context.ts";
import { slackId } from "./ids.ts";
import { VERIFICATION_TOKEN } from "./wire.ts";

/** Tells the app of an event, if it subscribes to it. Whether it heard is nobody's business here. */
export async function tellEvent(
  { seed, now, deliver }: Pick<Context, "seed" | "now" | "deliver">,
  event: { type: string },
): Promise<void> {
  const { team, app } = seed;
  if (!app.events.includes(event.type)) return;
  await deliver("events_api", {
    token: VERIFICATION_TOKEN,
    team_id: team.id,
    context_team_id: team.id,
    context_enterprise_id: null,
    api_app_id: app.id,
    type: "event_callback",
    event: { ...event, event_ts: (now() / 1000).toFixed(6) },
    event_id: slackId("Ev"),
    event_time: Math.floor(now() / 1000),
    authorizations: [
      {
        enterprise_id: null,
        team_id: team.id,
        user_id: app.botUserId,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: false,
    event_context: slackId("EC"),
  });
}
