import type { Context } from "../context.ts";
import type { Receipt } from "../delivery/socket-mode.ts";
import { slackId, VERIFICATION_TOKEN } from "../kept/ids.ts";
import { OTHER_TEAM } from "../wire.ts";

/** The end of an interaction for the person who started it. */
export interface Outcome {
  acknowledged: boolean;
  /** The words for the person if the app did not take it. */
  failure?: string;
}

export function outcomeOf(receipt: Receipt, subject: string): Outcome {
  if (receipt.isAcknowledged) return { acknowledged: true };
  const why =
    receipt.reason === "dispatch_failed"
      ? "the app is not connected"
      : "the app did not respond within three seconds";
  const failure = `${subject} failed because ${why} (${receipt.reason}).`;
  return { acknowledged: false, failure };
}

/** Sends what a person did. */
export function interact(
  { seed, directory, triggers, deliver }: Context,
  userId: string,
  type: "block_actions" | "view_submission" | "message_action",
  fields: object,
): Promise<Receipt> {
  const { id, domain } = seed.team;
  const { name, isStranger } = directory.user(userId);
  return deliver("interactive", {
    ...{ type, team: { id, domain }, enterprise: null, is_enterprise_install: false },
    user: { id: userId, username: name, name, team_id: isStranger ? OTHER_TEAM : id },
    ...{ api_app_id: seed.app.id, token: VERIFICATION_TOKEN },
    trigger_id: triggers.issue(userId),
    ...fields,
  });
}

/** Sends an event to the app if it subscribes to it (by `subscription`), and ignores the answer. */
export async function tellEvent(
  { seed: { team, app }, now, deliver }: Context,
  event: { type: string; [field: string]: unknown },
  subscription = event.type,
): Promise<void> {
  if (!app.events.includes(subscription)) return;
  const by = { enterprise_id: null, team_id: team.id, user_id: app.botUserId };
  await deliver("events_api", {
    ...{ token: VERIFICATION_TOKEN, type: "event_callback", api_app_id: app.id },
    ...{ team_id: team.id, context_team_id: team.id, context_enterprise_id: null },
    event: { ...event, event_ts: (now() / 1000).toFixed(6) },
    ...{ event_id: slackId("Ev"), event_time: Math.floor(now() / 1000) },
    authorizations: [{ ...by, is_bot: true, is_enterprise_install: false }],
    ...{ is_ext_shared_channel: false, event_context: slackId("EC") },
  });
}
