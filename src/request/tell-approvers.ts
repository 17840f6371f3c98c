import type { Logger } from "pino";
import { MessengerError } from "../platform/slack/messenger-error.ts";
import type { Message, Messenger, People } from "../platform/slack/slack.ts";
import { checkReach } from "./posting/check-reach.ts";
import { oneByOne, sent } from "./posting/tell-each.ts";
import type { Store } from "./queries/store-port.ts";
import { everyoneNamed } from "./who-is.ts";

export interface TellApproversDeps {
  store: Pick<Store, "policyInForce">;
  messenger: Pick<Messenger, "post" | "placeOf" | "directMessageWith">;
  people: Pick<People, "whoIs">;
  logger: Pick<Logger, "warn">;
  /** Null where none is chosen. */
  approvalsChannelOf: (workspaceId: string) => string | null | Promise<string | null>;
}

/** In the approvals channel; where that does not take it, each approver alone. Throws where Slack may take it later. */
export async function tellApprovers(
  deps: TellApproversDeps,
  workspaceId: string,
  message: Message,
): Promise<void> {
  const { messenger, store, logger } = deps;
  const channelId = await deps.approvalsChannelOf(workspaceId);
  try {
    if (channelId !== null) {
      await checkReach({ messenger }, workspaceId, channelId);
      await messenger.post(workspaceId, channelId, message);
      return;
    }
  } catch (error) {
    if (!(error instanceof MessengerError && error.isOutOfReach)) throw error;
    logger.warn({ err: error, workspaceId }, "the approvals channel does not take a message");
  }
  const approvers = await everyoneNamed(deps, workspaceId, await store.policyInForce(workspaceId));
  const people = approvers.map((userId) => ({ userId }));
  await oneByOne(logger, { workspaceId }, people, ({ userId }) =>
    sent(messenger, { workspaceId }, userId, message),
  );
}
