import { note } from "../../platform/slack/blocks/note.ts";
import { richText, verbatim } from "../../platform/slack/blocks/rich-text.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs } from "../../platform/slack/intake/listeners.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { nameInText } from "../../platform/text/shown-text.ts";
import type { Context } from "../../request/context.ts";
import type { RailFacts } from "../screens/rail-facts.ts";
import { railAnswer, showRail } from "../screens/show.ts";
import { instructionsText } from "./pay-facts.ts";
import { addressImage, addressQrCode, uploadPicture, withPicture } from "./pictures.ts";

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
  return payable(context, args, async ({ rail, name }, { workspaceId, userId }) => {
    const fileId = await uploadPicture(context, workspaceId, await addressQrCode(rail));
    const channel = await context.messenger.directMessageWith(workspaceId, userId);
    const isShown = await withPicture(context, workspaceId, fileId, async (id) => {
      const image =
        rail.type === "OFF_RAMP" && id !== undefined ? addressImage(rail, id) : undefined;
      if (!image) return false;
      const text = `QR code of ${nameInText(name ?? "")}`;
      await context.messenger.post(workspaceId, channel, messageWith(text, image));
      return true;
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
