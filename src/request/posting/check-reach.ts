import type { MessengerErrorCode } from "../../platform/slack/messenger-error.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Messenger, Place } from "../../platform/slack/slack.ts";

/** Why nothing can be posted there, or must not be; undefined where it can, or where that is not known. */
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

/** Throws what a post there would be refused with. */
export async function checkReach(
  { messenger }: { messenger: Pick<Messenger, "placeOf"> },
  workspaceId: string,
  channelId: string,
): Promise<void> {
  const code = whyOutOfReach(await messenger.placeOf(workspaceId, channelId));
  if (code) throw new MessengerError(code, "The bot cannot post to the channel");
}
