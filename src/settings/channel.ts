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
  switch (await context.slack.placeOf(service.workspace, channel)) {
    case "ours":
      return undefined;
    case "shared":
      return "Other organisations can read this channel. Choose another.";
    case "archived":
      return "This channel is archived. Choose another.";
    case "not-known":
      return "Slack does not say whether Signalbox is in it. Try again in a minute.";
    case "not-a-member":
    case "not-found":
    case "direct-message":
      return "Signalbox is not in this channel. Type /invite @Signalbox there.";
  }
}
