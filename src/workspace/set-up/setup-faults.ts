import { CHANNEL_PINNED } from "../../request/rules/pinned.ts";
import { askingRefusalSentence } from "../../request/screens/asking.ts";
import type { ChannelAnswer } from "./choose-channel.ts";

type ChannelFault = Extract<ChannelAnswer, { ok: false }>["because"];

/** Why a channel cannot be used for approvals, and what to do about it. `bot` is how to invite it. */
export function channelFaultSentence(because: ChannelFault, invite: string): string {
  switch (because) {
    case "not-a-member":
      return `The bot is not in this channel. Type ${invite} there, then choose it again.`;
    case "not-found":
      return `The bot cannot see this channel. If it is a private one, type ${invite} there, then choose it again.`;
    case "archived":
      return "This channel is archived. Choose another one.";
    case "shared":
      return "This channel is shared with another organisation, or about to be: it would read the approvals. Choose another one.";
    case "direct-message":
      return "This is a direct message. Choose a channel.";
    case "pinned":
      return CHANNEL_PINNED;
    case "not-known":
      return "Slack does not say at the moment what this channel is. Try again in a minute.";
    default:
      return askingRefusalSentence(because);
  }
}
