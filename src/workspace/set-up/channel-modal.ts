import type { ModalView } from "@slack/types";
import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { input, plain, section } from "../../platform/slack/blocks/blocks.ts";
import { action, block, callback } from "../../platform/slack/blocks/ids.ts";
import { textInput } from "../../platform/slack/blocks/inputs.ts";
import type { SubmittedView } from "../../platform/slack/blocks/state.ts";
import { typedIn } from "../../platform/slack/blocks/state.ts";
import { textError } from "../../platform/slack/blocks/text-fault.ts";

export interface ChannelModal {
  askedIn: string;
  chosen: string | null;
  /** The workspace was set up before: the approvers decide. */
  isChange: boolean;
}

/** Asks in which channel requests are approved; `readChannelModal` reads it. */
export function channelModal({ askedIn, chosen, isChange }: ChannelModal): ModalView {
  return {
    type: "modal",
    callback_id: callback.chooseChannel,
    private_metadata: JSON.stringify({ askedIn }),
    title: plain("Approvals channel"),
    submit: plain(isChange ? "Ask for approval" : "Choose it"),
    close: plain("Back"),
    blocks: [
      section(
        "Requests are posted there, for the approvers to decide. Whoever is in it reads them, and only who is named as an approver decides.",
      ),
      input(
        block.channel,
        "Channel",
        {
          type: "conversations_select",
          action_id: action.value,
          placeholder: plain("Choose"),
          filter: { include: ["public", "private"], exclude_external_shared_channels: true },
          ...(chosen !== null && { initial_conversation: chosen }),
        },
        { hint: "Invite the bot there first: type /invite in the channel, and choose the bot." },
      ),
      ...(isChange
        ? [
            input(block.reason, "Reason", textInput(undefined, { multiline: true }), {
              hint: "The approvers read it.",
            }),
          ]
        : []),
    ],
  };
}

const metadata = z.strictObject({ askedIn: z.string().min(1).max(255) });

export type ChannelChoice =
  | { ok: true; askedIn: string; channelId: string; reason: string }
  | { ok: false; errors: Record<string, string> };

/** Throws a ZodError when the view is not one of ours. */
export function readChannelModal(view: SubmittedView): ChannelChoice {
  const { askedIn } = metadata.parse(parsedJson(view.private_metadata));
  const channelId = view.state.values[block.channel]?.[action.value]?.selected_conversation ?? "";
  if (channelId === "") return { ok: false, errors: { [block.channel]: "Choose a channel." } };
  const isAsked = view.state.values[block.reason] !== undefined;
  const reason = typedIn(view, block.reason).trim();
  const rule = { label: "Reason", max: 1_000, isMultiline: true };
  const error = isAsked ? textError(reason, rule) : undefined;
  return error === undefined
    ? { ok: true, askedIn, channelId, reason }
    : { ok: false, errors: { [block.reason]: error } };
}
