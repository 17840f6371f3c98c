import { setTimeout as pause } from "node:timers/promises";
import type { ImageBlock } from "@slack/types";
import type { Logger } from "pino";
import type { OffRampRail, Rail } from "../../platform/rail-api/rules/rail.ts";
import { plain } from "../../platform/slack/blocks/blocks.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import { richText, verbatim, warningLine } from "../../platform/slack/blocks/rich-text.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs } from "../../platform/slack/intake/listeners.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Picture } from "../../platform/slack/slack.ts";
import { isCopyable, nameInText } from "../../platform/text/shown-text.ts";
import type { Context } from "../../request/context.ts";
import { networkName } from "../../request/words.ts";
import type { RailFacts } from "../screens/rail-facts.ts";
import { railAnswer, showRail } from "../screens/show.ts";
import { instructionsText, PROBLEM_REPORTED } from "./rail-lines.ts";

/** [Copy as text]: read afresh, as one block without any markup. */
export function copyButton(context: Context, args: ButtonArgs): Promise<void> {
  return payable(context, args, async (facts) =>
    messageWith(
      `As text: ${nameInText(facts.name ?? "")}`,
      richText(verbatim(instructionsText(facts))),
    ),
  );
}

/** [QR code]: the picture comes by direct message, since Slack may refuse a new one for a second or two. */
export function qrCodeButton(context: Context, args: ButtonArgs): Promise<void> {
  return payable(context, args, async (facts, { workspaceId, userId }) => {
    const fileId = await uploadPicture(context, workspaceId, await addressQrCode(facts.rail));
    const channel = await context.messenger.directMessageWith(workspaceId, userId);
    const isShown = await withPicture(context, workspaceId, fileId, async (id) => {
      const message = id === undefined ? undefined : qrCodeMessage(facts, id);
      if (message) await context.messenger.post(workspaceId, channel, message);
      return message !== undefined;
    });
    return isShown
      ? note("The QR code is in your direct messages with Signalbox.")
      : note("Slack didn't take the QR code. Copy the address instead.");
  });
}

/** Reads the Rail afresh; shows what to pay with only for an approved Rail without a dispute. */
async function payable(
  context: Context,
  { action, body, respond }: ButtonArgs,
  answer: (facts: RailFacts, from: { workspaceId: string; userId: string }) => Promise<Message>,
): Promise<void> {
  const workspaceId = workspaceOf(body);
  const railId = action.value ?? "";
  const shown = await showRail(context, workspaceId, railId);
  const isPayable =
    shown.kind === "rail" && shown.facts.name !== null && shown.facts.dispute === null;
  const message = isPayable
    ? await answer(shown.facts, { workspaceId, userId: body.user.id })
    : await railAnswer(context, workspaceId, railId);
  await respond(privately(message));
}

/** The picture of an off-ramp's address; undefined where there is none, or none that may be copied. */
export async function addressQrCode(rail: Rail): Promise<Picture | undefined> {
  if (rail.type !== "OFF_RAMP") return undefined;
  const { address } = rail.source.wallet;
  if (!isCopyable(address)) return undefined;
  // Only off-ramps take the code that draws it.
  const { qrCode } = await import("../../platform/slack/qr-code.ts");
  return { filename: "deposit-address.png", png: await qrCode(address), altText: altText(address) };
}

/** Shows that picture once it has been uploaded, with the warning of the instructions. */
export function qrCodeMessage(
  { rail, name, reportedAt }: Pick<RailFacts, "rail" | "name" | "reportedAt">,
  fileId: string,
): Message | undefined {
  const image = rail.type === "OFF_RAMP" && addressImage(rail, fileId);
  if (!image) return undefined;
  const warning = reportedAt !== null && richText(warningLine(PROBLEM_REPORTED));
  return messageWith(`QR code of ${nameInText(name ?? "")}`, warning, image);
}

function addressImage({ source }: OffRampRail, fileId: string): ImageBlock | undefined {
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
async function uploadPicture(
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
async function withPicture<Posted>(
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
