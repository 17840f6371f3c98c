import { setTimeout as pause } from "node:timers/promises";
import type { ImageBlock } from "@slack/types";
import type { Logger } from "pino";
import type { OffRampRail, Rail } from "../../platform/rail-api/rules/rail.ts";
import { plain } from "../../platform/slack/blocks/blocks.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Picture } from "../../platform/slack/slack.ts";
import { isCopyable } from "../../platform/text/shown-text.ts";
import type { Context } from "../../request/context.ts";
import { networkName } from "../../request/words.ts";

/** The picture of an off-ramp's address; undefined where there is none, or none that may be copied. */
export async function addressQrCode(rail: Rail): Promise<Picture | undefined> {
  if (rail.type !== "OFF_RAMP") return undefined;
  const { address } = rail.source.wallet;
  if (!isCopyable(address)) return undefined;
  // Only off-ramps take the code that draws it.
  const { qrCode } = await import("../../platform/slack/qr-code.ts");
  return { filename: "deposit-address.png", png: await qrCode(address), altText: altText(address) };
}

/** Shows that picture once it has been uploaded. */
export function addressImage({ source }: OffRampRail, fileId: string): ImageBlock | undefined {
  const { address, network } = source.wallet;
  if (!isCopyable(address)) return undefined;
  return {
    type: "image",
    slack_file: { id: fileId },
    alt_text: altText(address),
    title: plain(`Address on ${networkName(network)} as a QR code`),
  };
}

/** Holds the full value, so that people who do not see the picture miss nothing. */
function altText(address: string): string {
  return `QR code of the address ${address}`;
}

type Warned = { logger: Pick<Logger, "warn"> };

/** A picture is a courtesy: undefined where Slack does not take it. */
export async function uploadPicture(
  { messenger, logger }: Pick<Context, "messenger"> & Warned,
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

/** Slack refuses blocks with a new picture for a second or so. */
const PAUSES_MS = [1_000, 2_000];

/** Posts with the picture, or without it if Slack goes on refusing: a refusal has posted nothing. */
export async function withPicture<Posted>(
  { logger }: Warned,
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
