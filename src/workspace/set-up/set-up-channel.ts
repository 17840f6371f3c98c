import type { ModalView } from "@slack/types";
import { isDoneAtOnce } from "../../authority/judge.ts";
import { AUTHORITY } from "../../authority/table.ts";
import { actions, button, input, plain } from "../../platform/slack/blocks/blocks.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { action, block, callback } from "../../platform/slack/blocks/ids.ts";
import { modal } from "../../platform/slack/blocks/modal.ts";
import { isAskedWhy, reasonIn, reasonInput } from "../../platform/slack/blocks/reason-field.ts";
import { bold, channel, copyableInline, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Filled, SubmittedView } from "../../platform/slack/blocks/state.ts";
import type { Click } from "../../platform/slack/intake/delivery.ts";
import { clickOf, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import type { Place } from "../../platform/slack/slack.ts";
import type { Context } from "../../request/context.ts";
import {
  findApprovalsChannel,
  findSetup,
  isChannelGoverned,
  saveApprovalsChannel,
} from "../../request/queries/setups.ts";
import type { Requested } from "../../request/request-change.ts";
import { numberOf } from "../../request/rules/change-request.ts";
import { CHANNEL_PINNED } from "../../request/rules/pinned.ts";
import { askingRefusalSentence, tellAsked } from "../../request/screens/asking.ts";
import { INVITE } from "../../request/words.ts";
import type { AskingSetup } from "./ask-setup-change.ts";
import { askSetupChange, setDirectly } from "./ask-setup-change.ts";
import { pushForm, redrawSetup, setupView, tellWhole } from "./set-up-view.ts";
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
  return modal({
    id: callback.chooseChannel,
    title: "Approvals channel",
    submit: isChange ? "Send for approval" : "Choose it",
    carries: { askedIn },
    blocks: [
      richText(
        [bold("First invite Signalbox: "), "type ", copyableInline(INVITE), " in the channel."],
        ["Requests are posted there. Everyone in it can read them; only approvers decide."],
      ),
      input(block.channel, "Channel", {
        type: "conversations_select",
        action_id: action.value,
        placeholder: plain("Choose"),
        filter: { include: ["public", "private"], exclude_external_shared_channels: true },
        ...(chosen !== null && { initial_conversation: chosen }),
      }),
      isChange && reasonInput(),
    ],
  });
}

/** Throws a ZodError when the view is not one of ours. */
export function readChannelModal(
  view: SubmittedView,
): Filled<{ askedIn: string; channelId: string; reason: string }> {
  const { askedIn } = readSetupModal(view);
  const channelId = view.state.values[block.channel]?.[action.value]?.selected_conversation ?? "";
  if (channelId === "") return { ok: false, errors: { [block.channel]: "Choose a channel." } };
  const read = reasonIn(view, {}, isAskedWhy(view));
  return read.ok ? { ...read, askedIn, channelId } : read;
}

/** [Choose the channel] in the set-up, and in the message that keeps what was chosen. */
export async function channelButton({ db }: Context, args: ButtonArgs): Promise<void> {
  const { action, body, client } = args;
  const setup = await findSetup(db, workspaceOf(body));
  const { approvalsChannel } = setup;
  const [kept = approvalsChannel] = action.value?.match(/^[CG][A-Z0-9]+$/) ?? [];
  const form = (askedIn: string) =>
    channelModal({ askedIn, chosen: kept, isChange: isChannelGoverned(setup) });
  if (body.view) await pushForm(args, async (askedIn) => form(askedIn));
  else await openView(client, body, form(body.user.id));
}

/** A modal has to be left for inviting the bot: this leads back to it, with the channel that was chosen. */
function inviteFirst(channelId: string): Message {
  const text = "Invite Signalbox to the approvals channel";
  return messageWith(
    text,
    richText([bold(text)], ["Type ", copyableInline(INVITE), " in ", channel(channelId), "."]),
    actions(button("Choose this channel", action.setUpChannel, channelId, { style: "primary" })),
  );
}

export async function submitChannel(context: Context, { view, body, ack, client }: SubmitArgs) {
  const click = clickOf(body);
  const { workspaceId, by } = click;
  const read = readChannelModal(view);
  if (!read.ok) return ack({ response_action: "errors", errors: read.errors });
  const { askedIn, channelId, reason } = read;
  const answer = await chooseChannel(context, { ...click, askedIn, channelId, reason });
  if (!answer.ok) {
    const why = channelFaultSentence(answer.because, INVITE);
    await ack({ response_action: "errors", errors: { [block.channel]: why } });
    if (answer.because !== "not-a-member" && answer.because !== "not-found") return;
    const alone = { channelId: by, userId: by };
    return context.messenger.whisper(workspaceId, alone, inviteFirst(channelId));
  }
  const said = saidOf(answer);
  // Opened from a message, there is no set-up behind it.
  if (view.root_view_id === view.id) {
    const setup = checkedView(await setupView(context, workspaceId, { askedIn, said }));
    await ack({ response_action: "update", view: setup });
  } else {
    await ack();
    await redrawSetup(context, client, workspaceId, {
      viewId: view.root_view_id,
      askedIn,
      said,
    });
  }
  if (answer.how === "set" && answer.isWholeNow) await tellWhole(context, workspaceId, by);
  if (answer.how === "asked-for") await tellAsked(context, answer.asked.request);
}

function saidOf(answer: Extract<ChannelAnswer, { ok: true }>): string {
  switch (answer.how) {
    case "set":
    case "seen-before":
      return "The approvals channel is chosen.";
    case "unchanged":
      return "It is the approvals channel already.";
    case "asked-for":
      return `${numberOf(answer.asked.request)} asks the approvers for it. Until they decide, the current channel stays in use.`;
  }
}

type ChannelFault = Extract<ChannelAnswer, { ok: false }>["because"];

/** Why a channel cannot be used for approvals, and what to do about it. `bot` is how to invite it. */
export function channelFaultSentence(because: ChannelFault, invite: string): string {
  switch (because) {
    case "not-a-member":
      return `Signalbox is not in this channel. Type ${invite} there. Signalbox has sent you a message that leads back here.`;
    case "not-found":
      return `Signalbox cannot see this channel. If it is private, type ${invite} there. Signalbox has sent you a message that leads back here.`;
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

interface ChannelChosen extends Click {
  askedIn: string;
  channelId: string;
  reason: string;
}

type ChannelAnswer =
  | { ok: true; how: "set"; isWholeNow: boolean }
  | { ok: true; how: "seen-before" | "unchanged" }
  | { ok: true; how: "asked-for"; asked: Extract<Requested, { ok: true }> }
  | {
      ok: false;
      because: "pinned" | Exclude<Place, "ours"> | Extract<Requested, { ok: false }>["because"];
    };

/**
 * Chooses a channel that the bot is in and no other organisation reads. It counts at once until the first set-up is
 * complete; after that the approvers decide, by direct message if their channel is gone.
 */
export async function chooseChannel(
  context: AskingSetup & Pick<Context, "messenger">,
  chosen: ChannelChosen,
): Promise<ChannelAnswer> {
  const { workspaceId, by, askedIn, channelId, reason, delivery } = chosen;
  const pinned = context.pins.channel;
  if (pinned !== null && pinned !== channelId) return { ok: false, because: "pinned" };
  const place = await context.messenger.placeOf(workspaceId, channelId);
  if (place !== "ours") return { ok: false, because: place };
  const from = await findApprovalsChannel(context.db, workspaceId);
  if (from === channelId) return { ok: true, how: "unchanged" };

  const set = await setDirectly(context, { workspaceId, by, delivery }, async (tx, before) => {
    if (!isDoneAtOnce(AUTHORITY["change-channel"], isChannelGoverned(before))) return undefined;
    await saveApprovalsChannel(tx.db, workspaceId, channelId);
    const { approvalsChannel: from } = before;
    const tell = { is: "channel", from, to: channelId } as const;
    return { action: "channel-set", facts: { from, channelId }, tell };
  });
  if (set.is === "set") return { ok: true, how: "set", isWholeNow: set.isWholeNow };
  if (set.is === "seen-before") return { ok: true, how: "seen-before" };
  const name = "Another approvals channel";
  const change = { kind: "change-channel", name, reason, from, channelId } as const;
  const asked = await askSetupChange(context, { workspaceId, by, askedIn, change, delivery });
  return asked.ok ? { ok: true, how: "asked-for", asked } : asked;
}
