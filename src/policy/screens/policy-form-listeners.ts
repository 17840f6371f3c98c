import type { Middleware, SlackViewMiddlewareArgs, ViewSubmitAction } from "@slack/bolt";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { deliveryOf, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { Context } from "../../request/context.ts";
import type { ButtonArgs } from "../../workspace/set-up/set-up-listeners.ts";
import { redrawSetup, tellWhole } from "../../workspace/set-up/set-up-view.ts";
import { readSetupModal } from "../../workspace/set-up/setup-modal.ts";
import { savePolicyForm } from "../save-policy-form.ts";
import { readPolicyModal } from "./policy-form.ts";
import { policyErrors, policyReview, policyView } from "./policy-form-view.ts";

/** [Name the approvers], [Set the quorum]: one form, as neither means anything without the other. */
export function policyButton(
  deps: Context,
  focus: "approvers" | "quorum",
): (args: ButtonArgs) => Promise<void> {
  return async ({ body, client }) => {
    if (!body.view) return;
    const { askedIn } = readSetupModal(body.view);
    const view = await policyView(deps, workspaceOf(body), { askedIn, focus });
    await client.views.push({ trigger_id: body.trigger_id, view: checkedView(view) });
  };
}

/** Before the first set-up is whole it counts at once; after it, what would change is shown before it is asked for. */
export function submitPolicy(deps: Context): Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>> {
  return async ({ view, body, ack, client }) => {
    const workspaceId = workspaceOf(body);
    const read = readPolicyModal(view);
    if (!read.ok) return ack({ response_action: "errors", errors: read.errors });
    const { about, form, reason } = read;
    const { askedIn, from } = about;
    const by = body.user.id;
    const delivery = deliveryOf(body, "effect");
    const saved = { workspaceId, by, askedIn, from, form, reason, delivery };
    const answer = await savePolicyForm({ ...deps, ...deps.setup }, saved);
    if (!answer.ok) {
      return ack({ response_action: "errors", errors: policyErrors(answer) });
    }
    if (answer.how === "drafted") {
      const review = await policyReview(deps, workspaceId, { ...answer, form, reason });
      return ack({ response_action: "push", view: checkedView(review) });
    }
    await ack();
    const said = answer.how === "unchanged" ? UNCHANGED : SAVED;
    await redrawSetup(deps, client, workspaceId, { viewId: view.root_view_id, askedIn, said });
    if (answer.how === "set" && answer.isWholeNow) await tellWhole(deps, workspaceId, by);
  };
}

const SAVED = "The approvers and their quorum are saved.";
const UNCHANGED = "That is how it stands already: nothing was changed.";
