import type { ModalView } from "@slack/types";
import { input, plain, section } from "../../platform/slack/blocks/blocks.ts";
import { action, block, callback } from "../../platform/slack/blocks/ids.ts";
import type { SubmittedView } from "../../platform/slack/blocks/state.ts";
import { deliveryOf, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { SubmitListener } from "../../platform/slack/intake/listeners.ts";
import type { Context } from "../../request/context.ts";
import { findSetup } from "../../request/queries/setups.ts";
import { numberOf } from "../../request/rules/change-request.ts";
import { CHANNEL_PINNED } from "../../request/rules/pinned.ts";
import { askingRefusalSentence, tellAsked } from "../../request/screens/asking.ts";
import type { ChannelAnswer } from "./choose-channel.ts";
import { chooseChannel } from "./choose-channel.ts";
import { reasonIn, reasonInput } from "./reason-field.ts";
import type { ButtonArgs } from "./set-up-view.ts";
import { pushForm, redrawSetup, tellWhole } from "./set-up-view.ts";
import { readSetupModal } from "./setup-modal.ts";

/** Asks in which channel requests are approved; `readChannelModal` reads it. */
export function channelModal({
  askedIn,
  chosen,
  isChange,
}: {
  askedIn: string;
  chosen: string | null;
  /** The workspace was set up before: the approvers decide. */
  isChange: boolean;
}): ModalView {
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
      ...(isChange ? [reasonInput()] : []),
    ],
  };
}

export type ChannelChoice =
  | { ok: true; askedIn: string; channelId: string; reason: string }
  | { ok: false; errors: Record<string, string> };

/** Throws a ZodError when the view is not one of ours. */
export function readChannelModal(view: SubmittedView): ChannelChoice {
  const { askedIn } = readSetupModal(view);
  const channelId = view.state.values[block.channel]?.[action.value]?.selected_conversation ?? "";
  if (channelId === "") return { ok: false, errors: { [block.channel]: "Choose a channel." } };
  const { reason, error } = reasonIn(view);
  return error === undefined
    ? { ok: true, askedIn, channelId, reason }
    : { ok: false, errors: { [block.reason]: error } };
}

/** [Choose the channel] */
export function channelButton({ db }: Context): (args: ButtonArgs) => Promise<void> {
  return (args) =>
    pushForm(args, async (askedIn) => {
      const { approvalsChannel: chosen, setUpAt } = await findSetup(db, workspaceOf(args.body));
      return channelModal({ askedIn, chosen, isChange: setUpAt !== null });
    });
}

export function submitChannel(context: Context): SubmitListener {
  return async ({ view, body, ack, client }) => {
    const workspaceId = workspaceOf(body);
    const read = readChannelModal(view);
    if (!read.ok) return ack({ response_action: "errors", errors: read.errors });
    const { askedIn, channelId, reason } = read;
    const by = body.user.id;
    const delivery = deliveryOf(body, "effect");
    const chosen = { workspaceId, by, askedIn, channelId, reason, delivery };
    const answer = await chooseChannel(context, chosen);
    if (!answer.ok) {
      const why = channelFaultSentence(answer.because, INVITE);
      return ack({ response_action: "errors", errors: { [block.channel]: why } });
    }
    await ack();
    const on = { viewId: view.root_view_id, askedIn, said: saidOf(answer) };
    await redrawSetup(context, client, workspaceId, on);
    if (answer.how === "set" && answer.isWholeNow) await tellWhole(context, workspaceId, by);
    if (answer.how === "asked-for") await tellAsked(context, answer.asked.request);
  };
}

const INVITE = "/invite @Signalbox";

function saidOf(answer: Extract<ChannelAnswer, { ok: true }>): string {
  switch (answer.how) {
    case "set":
    case "seen-before":
      return "The approvals channel is chosen.";
    case "unchanged":
      return "It is the approvals channel already.";
    case "asked-for":
      return `${numberOf(answer.asked.request)} asks the approvers for it. Until they have decided, the present channel goes on.`;
  }
}

type ChannelFault = Extract<ChannelAnswer, { ok: false }>["because"];

/** Why a channel cannot be used for approvals, and what to do about it. `bot` is how to invite it. */
export function channelFaultSentence(because: ChannelFault, invite: string): string {
  switch (because) {
    case "not-a-member":
      return `The bot is not in this channel. Type ${invite} there, then choose it again.`;
    case "not-found":
      return `The bot cannot see this channel. If it is a private one, type ${invite} there, then choose it again.`;
    case "archived":
      return "This channel is archived. Choose another one.";
    case "shared":
      return "This channel is shared with another organisation, or about to be: it would read the approvals. Choose another one.";
    case "direct-message":
      return "This is a direct message. Choose a channel.";
    case "pinned":
      return CHANNEL_PINNED;
    case "not-known":
      return "Slack does not say at the moment what this channel is. Try again in a minute.";
    default:
      return askingRefusalSentence(because);
  }
}
