import type { Context } from "../context.ts";
import { slackId } from "../ids.ts";
import { toSlackView, VERIFICATION_TOKEN } from "../wire.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";

/** A person opens the app's Home, which the app hears of as `app_home_opened`. */
export async function openHome(context: Context, userId: string): Promise<Outcome> {
  const { seed, now, directory, views, deliver } = context;
  const home = views.homeOf(userId);
  const receipt = await deliver("events_api", {
    token: VERIFICATION_TOKEN,
    team_id: seed.team.id,
    context_team_id: seed.team.id,
    context_enterprise_id: null,
    api_app_id: seed.app.id,
    type: "event_callback",
    event: {
      type: "app_home_opened",
      user: userId,
      channel: directory.directWith(userId).id,
      tab: "home",
      event_ts: (now() / 1000).toFixed(6),
      ...(home && { view: toSlackView(home, seed) }),
    },
    event_id: slackId("Ev"),
    event_time: Math.floor(now() / 1000),
    authorizations: [
      {
        enterprise_id: null,
        team_id: seed.team.id,
        user_id: seed.app.botUserId,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: false,
    event_context: slackId("EC"),
  });
  return outcomeOf(receipt, "Opening Home");
}
