import type { Logger } from "pino";
import { MessengerError } from "../platform/slack/messenger-error.ts";
import type { Message, Messenger } from "../platform/slack/slack.ts";
import { checkReach } from "./posting/check-reach.ts";
import type { OutOfReach } from "./posting/out-of-reach.ts";
import { oneByOne, sent } from "./posting/tell-each.ts";

export interface TellApproversDeps {
  messenger: Pick<Messenger, "post" | "placeOf" | "directMessageWith">;
  logger: Pick<Logger, "warn">;
  /** Null where none is chosen. */
  approvalsChannelOf: (workspaceId: string) => string | null | Promise<string | null>;
}

export interface Announcement {
  /** `channel`: absent in the approvals channel; else why it is told alone, null where no channel is chosen. */
  message(channel?: OutOfReach | null): Message;
  /** People to tell alone where the channel does not take it. */
  people(): readonly string[] | Promise<readonly string[]>;
}

/** In the approvals channel; as long as that does not take it, each of these people alone. */
export async function tellApprovers(
  deps: TellApproversDeps,
  workspaceId: string,
  announcement: Announcement,
): Promise<void> {
  const { messenger, approvalsChannelOf } = deps;
  const channelId = await approvalsChannelOf(workspaceId);
  if (channelId === null) return tellAlone(deps, workspaceId, announcement, null);
  try {
    await checkReach({ messenger }, workspaceId, channelId);
    await messenger.post(workspaceId, channelId, announcement.message());
  } catch (error) {
    if (!(error instanceof MessengerError && error.isOutOfReach)) throw error;
    await tellAlone(deps, workspaceId, announcement, { channelId, because: error.code });
  }
}

async function tellAlone(
  { messenger, logger }: TellApproversDeps,
  workspaceId: string,
  announcement: Announcement,
  channel: OutOfReach | null,
): Promise<void> {
  const message = announcement.message(channel);
  const people = [...new Set(await announcement.people())].map((userId) => ({ userId }));
  await oneByOne(logger, { workspaceId }, people, ({ userId }) =>
    sent(messenger, { workspaceId }, userId, message),
  );
}
