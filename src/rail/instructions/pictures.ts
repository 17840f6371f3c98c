import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Messenger, Picture } from "../../platform/slack/slack.ts";

interface Deps {
  messenger: Pick<Messenger, "uploadImage">;
  logger: Pick<Logger, "warn">;
}

/** A picture is a courtesy: undefined where Slack does not take it. */
export async function uploadPicture(
  { messenger, logger }: Deps,
  workspaceId: string,
  picture: Picture | undefined,
): Promise<string | undefined> {
  if (!picture) return undefined;
  try {
    return await messenger.uploadImage(workspaceId, picture);
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error;
    logger.warn({ err: error, workspaceId }, "Slack did not take a picture; posted without it");
    return undefined;
  }
}

/** Slack takes a second or so until it shows what was uploaded, and refuses the blocks until then. */
const PAUSES_MS = [1_000, 2_000];

/** Has it posted with the picture, or without it where Slack goes on refusing that: a refusal posts nothing. */
export async function withPicture<Posted>(
  { logger }: Pick<Deps, "logger">,
  workspaceId: string,
  fileId: string | undefined,
  post: (fileId: string | undefined) => Promise<Posted>,
): Promise<Posted> {
  if (fileId === undefined) return post(undefined);
  for (const wait of [...PAUSES_MS, undefined]) {
    try {
      return await post(fileId);
    } catch (error) {
      if (!(error instanceof MessengerError && error.code === "blocks-refused")) throw error;
      if (wait === undefined) {
        logger.warn(
          { err: error, workspaceId },
          "Slack does not show a picture; posted without it",
        );
      } else {
        await pause(wait);
      }
    }
  }
  return post(undefined);
}
