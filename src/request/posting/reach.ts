import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import { richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import type { MessengerErrorCode } from "../../platform/slack/messenger-error.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Age } from "../../platform/slack/recent.ts";
import type { Messenger, Place } from "../../platform/slack/slack.ts";
import { counted } from "../../platform/text/times.ts";

/** Why nothing can or may be posted there; undefined if it may, or if that is not known. */
export function whyOutOfReach(place: Place): MessengerErrorCode | undefined {
  switch (place) {
    case "not-a-member":
      return "not-in-channel";
    case "not-found":
      return "no-such-channel";
    case "archived":
      return "channel-archived";
    case "shared":
      return "channel-shared";
    case "ours":
    case "direct-message":
    case "not-known":
      return undefined;
  }
}

/** False also where that is not known. */
export async function isWithinReach(
  { messenger }: { messenger: Pick<Messenger, "placeOf"> },
  workspaceId: string,
  channelId: string,
): Promise<boolean> {
  const place = await messenger.placeOf(workspaceId, channelId);
  return place !== "not-known" && whyOutOfReach(place) === undefined;
}

/** Throws the error with which Slack would refuse a post there. */
export async function checkReach(
  { messenger }: { messenger: Pick<Messenger, "placeOf"> },
  workspaceId: string,
  channelId: string,
  age?: Age,
): Promise<void> {
  const code = whyOutOfReach(await messenger.placeOf(workspaceId, channelId, age));
  if (code) throw new MessengerError(code, "The bot cannot post to the channel");
}

/** The conversation whose message goes to people directly instead, and why it does not take it. */
export interface OutOfReach {
  channelId: string;
  because: MessengerErrorCode;
}

/** What makes the approvals channel take messages again. */
export function whatToDo({ channelId, because }: OutOfReach): Line {
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
    case "channel-restricted":
      return [
        channel,
        " lets only some people post: let Signalbox post there too, or ask an administrator to set another approvals channel.",
      ];
    default:
      return [
        "Signalbox cannot see ",
        channel,
        ": invite it there with /invite. If the channel is gone, an administrator has to set another one.",
      ];
  }
}

/** For health. Only a post shows why a channel that the bot is in takes none, and it may be over since the last one. */
export const didNotTake = ({ missingCards }: { missingCards: number }): string =>
  `: it did not take ${counted(missingCards, "approval card")}. If this continues, it lets only some people post: let Signalbox post there too.`;

/** As one person gets it, with why the approvals channel does not show it; unchanged in that channel itself. */
export function toldAlone(message: Message, channel: OutOfReach | null | undefined): Message {
  if (channel === undefined) return message;
  const why: Line = channel === null ? ["An administrator has to choose one."] : whatToDo(channel);
  const alone = richText(["The approvals channel does not show this yet. ", ...why]);
  return messageWith(message.text, ...message.blocks, alone);
}
