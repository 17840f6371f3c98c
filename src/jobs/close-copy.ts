import type { Logger } from "pino";
import type { ChangeRequest } from "../domain/change-request.ts";
import { MessengerError } from "../services/messenger-error.ts";
import type { PostedMessage } from "../services/ports/posted-message.ts";
import { NEVER_DRAWN } from "../services/ports/posted-message.ts";
import type { Messenger } from "../services/ports/slack.ts";
import type { Store } from "../services/ports/store.ts";
import { instructionsElsewhere } from "../slack/messages/instructions-elsewhere.ts";
import { DrawnMeanwhile } from "./drawn-meanwhile.ts";

interface Deps {
  store: Pick<Store, "replaceMessage">;
  messenger: Pick<Messenger, "update" | "linkTo">;
  logger: Pick<Logger, "warn">;
}

/**
 * Takes how to pay out of a second message with the instructions; a link leads to the one that counts. Where Slack does
 * not do it that one is to be drawn once more, to tell of the other: it throws `DrawnMeanwhile`.
 */
export async function closeCopy(
  { store, messenger, logger }: Deps,
  request: ChangeRequest,
  copy: PostedMessage,
  kept: PostedMessage,
): Promise<void> {
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const messageLink = await messenger.linkTo(ref.workspaceId, kept);
  try {
    await messenger.update(ref.workspaceId, copy, instructionsElsewhere({ request, messageLink }));
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error;
    if (error.code === "no-such-message") return;
    logger.warn({ err: error, ...ref }, "a second message with instructions still says how to pay");
    await store.replaceMessage(ref, "instructions", { ...kept, version: NEVER_DRAWN }, kept);
    throw new DrawnMeanwhile("The message with the instructions");
  }
}
