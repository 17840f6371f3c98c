import type { Middleware, SlackViewMiddlewareArgs, ViewSubmitAction } from "@slack/bolt";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { block } from "../../platform/slack/blocks/ids.ts";
import { deliveryOf, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import type { Context } from "../../request/context.ts";
import { findPolicy } from "../../request/queries/companies.ts";
import { everyApprover } from "../../request/rules/approval/policy.ts";
import type { ButtonArgs } from "../../workspace/set-up/set-up-listeners.ts";
import { redrawSetup } from "../../workspace/set-up/set-up-view.ts";
import { readSetupModal } from "../../workspace/set-up/setup-modal.ts";
import type { Removed } from "../remove-approver.ts";
import { removeApprover } from "../remove-approver.ts";
import type { Unsatisfiable } from "../rules/living-quorum.ts";
import { readRemoveApproverModal, removeApproverModal } from "./remove-approver-modal.ts";

/** [Remove an approver] */
export function removeApproverButton({ db }: Context): (args: ButtonArgs) => Promise<void> {
  return async ({ body, client }) => {
    if (!body.view) return;
    const { askedIn } = readSetupModal(body.view);
    const approvers = everyApprover(await findPolicy(db, workspaceOf(body)));
    const view = checkedView(removeApproverModal({ askedIn, approvers }));
    await client.views.push({ trigger_id: body.trigger_id, view });
  };
}

export function submitApproverRemoval(
  deps: Context,
): Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>> {
  return async ({ view, body, ack, client }) => {
    const workspaceId = workspaceOf(body);
    const { askedIn, userId } = readRemoveApproverModal(view);
    const by = body.user.id;
    const delivery = deliveryOf(body, "effect");
    const removed = await removeApprover(deps, { workspaceId, by, userId, delivery });
    const why = whyNotRemoved(removed, deps.command);
    if (why !== undefined) {
      return ack({ response_action: "errors", errors: { [block.approver]: why } });
    }
    await ack();
    if (removed.ok) await deps.announceChanges();
    const said = "This person approves nothing any more.";
    await redrawSetup(deps, client, workspaceId, { viewId: view.root_view_id, askedIn, said });
  };
}

const NOT_NAMED = "The policy does not name this person. Choose one of those named above.";

/** Undefined where it was done. */
function whyNotRemoved(removed: Removed, command: string): string | undefined {
  if (removed.ok || removed.because === "seen-before") return undefined;
  if (removed.because === "not-an-approver") return NOT_NAMED;
  return [
    "Nothing was changed: too few approvers would be left.",
    ...removed.rules.slice(0, 3).map(tooFew),
    `In an emergency, stop all sending with ${command} freeze, or deactivate the account in Slack.`,
    `To replace this person, name another approver with ${command} policy propose; the approvers decide.`,
  ].join(" ");
}

const tooFew = ({ rule, needed, active }: Unsatisfiable) =>
  `“${shortened(rule, 60)}” needs ${needed} people who count, as one of them may ask; Slack shows ${active.length} others.`;
