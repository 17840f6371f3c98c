import { isDoneAtOnce } from "../../authority/judge.ts";
import { AUTHORITY } from "../../authority/table.ts";
import type { Click } from "../../platform/slack/intake/delivery.ts";
import type { Place } from "../../platform/slack/slack.ts";
import type { Context } from "../../request/context.ts";
import { findSetup, saveApprovalsChannel } from "../../request/queries/setups.ts";
import type { Requested } from "../../request/request-change.ts";
import type { AskingSetup } from "./ask-setup-change.ts";
import { askSetupChange } from "./ask-setup-change.ts";
import { setDirectly } from "./set-directly.ts";

export interface ChannelChosen extends Click {
  askedIn: string;
  channelId: string;
  reason: string;
}

export type ChannelAnswer =
  | { ok: true; how: "set"; isWholeNow: boolean }
  | { ok: true; how: "seen-before" | "unchanged" }
  | { ok: true; how: "asked-for"; asked: Extract<Requested, { ok: true }> }
  | {
      ok: false;
      because: "pinned" | Exclude<Place, "ours"> | Extract<Requested, { ok: false }>["because"];
    };

/**
 * Chooses a channel that the bot is in and no other organisation reads. It counts at once before the first set-up is
 * complete; after that the approvers decide, by direct message if their channel is gone.
 */
export async function chooseChannel(
  context: AskingSetup & Pick<Context, "messenger">,
  chosen: ChannelChosen,
): Promise<ChannelAnswer> {
  const { workspaceId, by, askedIn, channelId, reason, delivery } = chosen;
  const pinned = context.pins.channel;
  if (pinned !== null && pinned !== channelId) return { ok: false, because: "pinned" };
  const place = await context.messenger.placeOf(workspaceId, channelId);
  if (place !== "ours") return { ok: false, because: place };
  const { approvalsChannel: from } = await findSetup(context.db, workspaceId);
  if (from === channelId) return { ok: true, how: "unchanged" };

  const set = await setDirectly(context, { workspaceId, by, delivery }, async (tx, before) => {
    if (!isDoneAtOnce(AUTHORITY["change-channel"], before.setUpAt !== null)) return undefined;
    await saveApprovalsChannel(tx.db, workspaceId, channelId);
    return { action: "channel-set", facts: { from: before.approvalsChannel, channelId } };
  });
  if (set.is === "set") return { ok: true, how: "set", isWholeNow: set.isWholeNow };
  if (set.is === "seen-before") return { ok: true, how: "seen-before" };
  const name = "Another approvals channel";
  const change = { kind: "change-channel", name, reason, from, channelId } as const;
  const asked = await askSetupChange(context, { workspaceId, by, askedIn, change, delivery });
  return asked.ok ? { ok: true, how: "asked-for", asked } : asked;
}
