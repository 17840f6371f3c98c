import type { Logger } from "pino";
import type { Message } from "../platform/slack/message.ts";
import { MessengerError } from "../platform/slack/messenger-error.ts";
import type { Messenger } from "../platform/slack/slack.ts";
import type { OutOfReach } from "./posting/reach.ts";
import { checkReach } from "./posting/reach.ts";
import { oneByOne, sent } from "./posting/tell-each.ts";

interface Telling {
  messenger: Pick<Messenger, "post" | "placeOf" | "directMessageWith">;
  logger: Pick<Logger, "warn">;
  /** Null if none is chosen. */
  approvalsChannelOf: (workspaceId: string) => string | null | Promise<string | null>;
}

export interface Announcement {
  /**
   * `alone`: absent in the approvals channel; else the recipient, and why the channel does not get it (null if none is
   * chosen).
   */
  message(alone?: { userId: string; channel: OutOfReach | null }): Message | Promise<Message>;
  /** People to tell directly if the channel does not take it. */
  people(): readonly string[] | Promise<readonly string[]>;
  /** Runs after each direct message. */
  told?(userId: string): Promise<void>;
}

/** Tells the approvals channel; while that does not take it, each of these people directly. Returns where it was told. */
export async function tellApprovers(
  context: Telling,
  workspaceId: string,
  announcement: Announcement,
): Promise<"channel" | "people"> {
  const { messenger, approvalsChannelOf } = context;
  const channelId = await approvalsChannelOf(workspaceId);
  if (channelId === null) return tellAlone(context, workspaceId, announcement, null);
  try {
    await checkReach({ messenger }, workspaceId, channelId);
    await messenger.post(workspaceId, channelId, await announcement.message());
    return "channel";
  } catch (error) {
    if (!(error instanceof MessengerError && error.isOutOfReach)) throw error;
    return tellAlone(context, workspaceId, announcement, { channelId, because: error.code });
  }
}

async function tellAlone(
  { messenger, logger }: Telling,
  workspaceId: string,
  announcement: Announcement,
  channel: OutOfReach | null,
): Promise<"people"> {
  const people = [...new Set(await announcement.people())].map((userId) => ({ userId }));
  await oneByOne(logger, { workspaceId }, people, async ({ userId }) => {
    const message = await announcement.message({ userId, channel });
    await sent(messenger, { workspaceId }, userId, message);
    await announcement.told?.(userId);
  });
  return "people";
}
