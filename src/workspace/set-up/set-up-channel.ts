import type { Middleware, SlackViewMiddlewareArgs, ViewSubmitAction } from "@slack/bolt";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { block } from "../../platform/slack/blocks/ids.ts";
import { deliveryOf, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { Context } from "../../request/context.ts";
import { findSetup } from "../../request/queries/setups.ts";
import { numberOf } from "../../request/rules/change-request.ts";
import { tellAsked } from "../../request/screens/asking.ts";
import { channelModal, readChannelModal } from "./channel-modal.ts";
import type { ChannelAnswer } from "./choose-channel.ts";
import { chooseChannel } from "./choose-channel.ts";
import type { ButtonArgs } from "./set-up-listeners.ts";
import { redrawSetup, tellWhole } from "./set-up-view.ts";
import { channelFaultSentence } from "./setup-faults.ts";
import { readSetupModal } from "./setup-modal.ts";

/** [Choose the channel] */
export function channelButton({ db }: Context): (args: ButtonArgs) => Promise<void> {
  return async ({ body, client }) => {
    if (!body.view) return;
    const { askedIn } = readSetupModal(body.view);
    const { approvalsChannel: chosen, setUpAt } = await findSetup(db, workspaceOf(body));
    const view = channelModal({ askedIn, chosen, isChange: setUpAt !== null });
    await client.views.push({ trigger_id: body.trigger_id, view: checkedView(view) });
  };
}

export function submitChannel(
  deps: Context,
): Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>> {
  return async ({ view, body, ack, client }) => {
    const workspaceId = workspaceOf(body);
    const read = readChannelModal(view);
    if (!read.ok) return ack({ response_action: "errors", errors: read.errors });
    const { askedIn, channelId, reason } = read;
    const by = body.user.id;
    const delivery = deliveryOf(body, "effect");
    const chosen = { workspaceId, by, askedIn, channelId, reason, delivery };
    const answer = await chooseChannel(deps, chosen);
    if (!answer.ok) {
      const why = channelFaultSentence(answer.because, INVITE);
      return ack({ response_action: "errors", errors: { [block.channel]: why } });
    }
    await ack();
    const on = { viewId: view.root_view_id, askedIn, said: saidOf(answer) };
    await redrawSetup(deps, client, workspaceId, on);
    if (answer.how === "set" && answer.isWholeNow) await tellWhole(deps, workspaceId, by);
    if (answer.how === "asked-for") await tellAsked(deps, answer.asked.request);
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
