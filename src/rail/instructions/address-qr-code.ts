import type { ImageBlock } from "@slack/types";
import type { OffRampRail, Rail } from "../../platform/rail-api/rules/rail.ts";
import { plain } from "../../platform/slack/blocks/blocks.ts";
import { qrCode } from "../../platform/slack/qr-code.ts";
import type { Picture } from "../../platform/slack/slack.ts";
import { isCopyable } from "../../platform/text/shown-text.ts";
import { code } from "../../request/words.ts";

/** The picture of an off-ramp's address; undefined where there is none, or none that may be copied. */
export async function addressQrCode(rail: Rail): Promise<Picture | undefined> {
  if (rail.type !== "OFF_RAMP") return undefined;
  const { address } = rail.source.wallet;
  if (!isCopyable(address)) return undefined;
  return {
    filename: "deposit-address.png",
    png: await qrCode(address),
    altText: altText(address),
  };
}

/** Shows that picture once it has been uploaded. */
export function addressImage({ source }: OffRampRail, fileId: string): ImageBlock | undefined {
  const { address, network } = source.wallet;
  if (!isCopyable(address)) return undefined;
  return {
    type: "image",
    slack_file: { id: fileId },
    alt_text: altText(address),
    title: plain(`Address on ${code(network)} as a QR code`),
  };
}

/** The full value, so that whoever does not see the picture misses nothing. */
function altText(address: string): string {
  return `QR code of the address ${address}`;
}
