import type { KnownBlock } from "@slack/types";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import { lines, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { MessengerErrorCode } from "../../platform/slack/messenger-error.ts";

/** The conversation that should show what is told alone, and why it does not take it. */
export interface OutOfReach {
  channelId: string;
  because: MessengerErrorCode;
}

/** How the approvals channel comes to take messages again. */
export function whatToDo({ channelId, because }: OutOfReach): Leaf[] {
  const channel = { type: "channel", channel_id: channelId } as const;
  switch (because) {
    case "not-in-channel":
      return ["Signalbox is not in ", channel, ": invite it there with /invite."];
    case "channel-archived":
      return [
        channel,
        " is archived: unarchive it and invite Signalbox there with /invite, or ask an administrator to set another approvals channel.",
      ];
    case "channel-shared":
      return [
        channel,
        " is shared with another organisation, which must not see approvals: end that, or ask an administrator to set another approvals channel.",
      ];
    default:
      return [
        "Signalbox cannot see ",
        channel,
        ": invite it there with /invite. If the channel is gone, an administrator has to set another one.",
      ];
  }
}

/** For a message to one person: why the approvals channel does not show it; nothing in that channel itself. */
export function whyAlone(channel: OutOfReach | null | undefined): KnownBlock[] {
  if (channel === undefined) return [];
  const why: Leaf[] =
    channel === null ? ["An administrator has to choose one."] : whatToDo(channel);
  return [richText(lines(["The approvals channel does not show this yet. ", ...why]))];
}
