import type { Middleware, SlackViewMiddlewareArgs, ViewSubmitAction } from "@slack/bolt";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { block } from "../../platform/slack/blocks/ids.ts";
import { deliveryOf, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import type { ListenerDeps } from "../../request/context.ts";
import { everyApprover } from "../../request/rules/approval/policy.ts";
import type { ButtonArgs } from "../../workspace/set-up/set-up-listeners.ts";
import { redrawSetup } from "../../workspace/set-up/set-up-view.ts";
import { readSetupModal } from "../../workspace/set-up/setup-modal.ts";
import type { Removed } from "../remove-approver.ts";
import { removeApprover } from "../remove-approver.ts";
import { readRemoveApproverModal, removeApproverModal } from "./remove-approver-modal.ts";

/** [Remove an approver] */
export function removeApproverButton({ store }: ListenerDeps): (args: ButtonArgs) => Promise<void> {
  return async ({ body, client }) => {
    if (!body.view) return;
    const { askedIn } = readSetupModal(body.view);
    const approvers = everyApprover(await store.policyInForce(workspaceOf(body)));
    const view = checkedView(removeApproverModal({ askedIn, approvers }));
    await client.views.push({ trigger_id: body.trigger_id, view });
  };
}

export function submitApproverRemoval(
  deps: ListenerDeps,
): Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>> {
  return async ({ view, body, ack, client }) => {
    const workspaceId = workspaceOf(body);
    const { askedIn, userId } = readRemoveApproverModal(view);
    const by = body.user.id;
    const delivery = deliveryOf(body, "effect");
    const removed = await removeApprover(deps, { workspaceId, by, userId, delivery });
    if (!removed.ok && removed.because === "not-an-approver") {
      return ack({ response_action: "errors", errors: { [block.approver]: NOT_NAMED } });
    }
    await ack();
    const on = { viewId: view.root_view_id, askedIn, said: saidOf(removed) };
    await redrawSetup(deps, client, workspaceId, on);
  };
}

const NOT_NAMED = "The policy does not name this person. Choose one of those named above.";

function saidOf(removed: Removed): string {
  if (!removed.ok || removed.short.length === 0) return "This person approves nothing any more.";
  const rules = removed.short.map((name) => `“${shortened(name, 60)}”`).join(", ");
  return `This person approves nothing any more. Too few are left for ${rules}: until others are named, or fewer are required, nothing of that can be approved.`;
}
