import type { Context } from "../context.ts";
import type { Receipt } from "../delivery/socket-mode.ts";
import { VERIFICATION_TOKEN } from "../kept/ids.ts";
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
  return {
    acknowledged: false,
    failure: `${subject} failed because ${why} (${receipt.reason}).`,
  };
}

/** Sends what a person did. `conversationId`: where a modal that it opens belongs. */
export function interact(
  { seed, directory, triggers, deliver }: Context,
  userId: string,
  type: "block_actions" | "view_submission" | "message_action",
  fields: object,
  conversationId: string | undefined,
): Promise<Receipt> {
  const { id, domain } = seed.team;
  const { name, isStranger } = directory.user(userId);
  return deliver("interactive", {
    ...{ type, team: { id, domain }, enterprise: null, is_enterprise_install: false },
    user: { id: userId, username: name, name, team_id: isStranger ? OTHER_TEAM : id },
    ...{ api_app_id: seed.app.id, token: VERIFICATION_TOKEN },
    trigger_id: triggers.issue({ userId, conversationId }),
    ...fields,
  });
}
