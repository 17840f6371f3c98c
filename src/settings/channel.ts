import type { ChannelState } from "../platform/slack/answers.ts";
import { input } from "../platform/slack/blocks/blocks.ts";
import { channelSelect } from "../platform/slack/blocks/elements.ts";
import type { Somewhere } from "./people.ts";

export const channelField = (chosen: string | null) =>
  input("channel", "Approvals channel", channelSelect("channel", chosen), {
    hint: "Signalbox has to be in it: type /invite @Signalbox there.",
  });

/** Why a channel cannot be that of approvals; undefined if it can. */
export async function faultOfChannel(
  { context, service }: Somewhere,
  channel: string,
): Promise<string | undefined> {
  if (channel === "") return "Choose a channel.";
  return FAULTS[await context.slack.placeOf(service.workspace, channel)];
}

const NOT_IN_IT = "Signalbox is not in this channel. Type /invite @Signalbox there.";

const FAULTS: Readonly<Record<ChannelState, string | undefined>> = {
  ours: undefined,
  shared: "Other organisations can read this channel. Choose another.",
  archived: "This channel is archived. Choose another.",
  "not-known": "Slack does not say whether Signalbox is in it. Try again in a minute.",
  ...{ "not-a-member": NOT_IN_IT, "not-found": NOT_IN_IT, "direct-message": NOT_IN_IT },
};
