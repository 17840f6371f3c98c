import type { Middleware, SlackViewMiddlewareArgs, ViewSubmitAction } from "@slack/bolt";
import { numberOf } from "../../domain/change-request.ts";
import type { ChannelAnswer } from "../../services/choose-channel.ts";
import { chooseChannel } from "../../services/choose-channel.ts";
import { redrawSetup, tellWhole } from "../answers/set-up.ts";
import { checkedView } from "../checked.ts";
import { block } from "../ids.ts";
import { channelFaultSentence } from "../messages/setup-faults.ts";
import { channelModal, readChannelModal } from "../views/channel-modal.ts";
import { readSetupModal } from "../views/setup-modal.ts";
import { tellAsked } from "./asking.ts";
import { deliveryOf, workspaceOf } from "./delivery.ts";
import type { ListenerDeps } from "./deps.ts";
import type { ButtonArgs } from "./set-up.ts";

/** [Choose the channel] */
export function channelButton({ store }: ListenerDeps): (args: ButtonArgs) => Promise<void> {
  return async ({ body, client }) => {
    if (!body.view) return;
    const { askedIn } = readSetupModal(body.view);
    const { approvalsChannel: chosen, setUpAt } = await store.setupOf(workspaceOf(body));
    const view = channelModal({ askedIn, chosen, isChange: setUpAt !== null });
    await client.views.push({ trigger_id: body.trigger_id, view: checkedView(view) });
  };
}

export function submitChannel(
  deps: ListenerDeps,
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
