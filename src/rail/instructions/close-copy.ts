import type { Logger } from "pino";
import type { Db } from "../../platform/database/schema.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Messenger } from "../../platform/slack/slack.ts";
import { DrawnMeanwhile } from "../../request/posting/drawn-meanwhile.ts";
import type { PostedMessage } from "../../request/queries/messages.ts";
import { NEVER_DRAWN, replaceMessage } from "../../request/queries/messages.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { instructionsElsewhere } from "./instructions-elsewhere.ts";

interface Deps {
  db: Db;
  messenger: Pick<Messenger, "update" | "linkTo">;
  logger: Pick<Logger, "warn">;
}

/**
 * Takes how to pay out of a second message with the instructions; a link leads to the one that counts. Where Slack does
 * not do it that one is to be drawn once more, to tell of the other: it throws `DrawnMeanwhile`.
 */
export async function closeCopy(
  { db, messenger, logger }: Deps,
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
    await replaceMessage(db, ref, "instructions", { ...kept, version: NEVER_DRAWN }, kept);
    throw new DrawnMeanwhile("The message with the instructions");
  }
}
