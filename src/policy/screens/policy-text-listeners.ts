import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { callback } from "../../platform/slack/blocks/ids.ts";
import { refusalModal } from "../../platform/slack/blocks/notice-modal.ts";
import { clickOf, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import type { Message } from "../../platform/slack/message.ts";
import { whyNoQuestion } from "../../request/clicks/question-limit.ts";
import type { Context } from "../../request/context.ts";
import { tellWhole } from "../../workspace/set-up/set-up-view.ts";
import type { PolicyFault } from "../rules/named-faults.ts";
import type { PolicySaved } from "../save-policy.ts";
import { savePolicy } from "../save-policy.ts";
import { whyPolicyRefused } from "./policy-refused.ts";
import { policyReview } from "./policy-review.ts";
import { policyTextErrors, readPolicyTextModal } from "./policy-text-modal.ts";

/**
 * Any member may propose, since nothing counts before the approvers agree. Until the first set-up is whole it is set at
 * once.
 */
export async function submitPolicyText(context: Context, args: SubmitArgs): Promise<void> {
  const { view, body, ack } = args;
  const workspaceId = workspaceOf(body);
  const form = readPolicyTextModal(view);
  if (!form.ok) return ack({ response_action: "errors", errors: form.errors });
  const groups = await context.setup.groups.list(workspaceId);
  // Loaded with the first text: YAML is for few.
  const { readPolicyText } = await import("../text/read-policy-text.ts");
  const read = readPolicyText(form.text, groups.ok ? groups.groups : null);
  if (!read.ok) {
    const errors = policyTextErrors(read.faults, form.parts);
    return ack({ response_action: "errors", errors });
  }
  const { askedIn, from, reason } = form;
  await propose(context, args, { askedIn, from, reason, document: read.document });
}

/** The way of every form to another policy: it is judged, and then reviewed. `errorsOf`: its faults by field. */
export async function propose(
  context: Context,
  { body, ack }: SubmitArgs,
  proposed: Pick<PolicySaved, "askedIn" | "from" | "document" | "reason">,
  errorsOf?: (faults: readonly PolicyFault[]) => Record<string, string>,
): Promise<void> {
  const click = clickOf(body);
  const { workspaceId, by } = click;
  // Slack is asked about everyone whom it names.
  const tooMany = await whyNoQuestion(context, workspaceId, by, "the policy");
  if (tooMany) return ack({ response_action: "push", view: notAskedFor(tooMany) });
  const answer = await savePolicy(context, { ...click, ...proposed });
  if (!answer.ok && answer.because === "faults" && errorsOf) {
    return ack({ response_action: "errors", errors: errorsOf(answer.faults) });
  }
  if (!answer.ok || answer.how === "unchanged") {
    const message = whyPolicyRefused(answer, context.command);
    return ack({ response_action: "push", view: notAskedFor(message) });
  }
  if (answer.how === "drafted") {
    const asked = { workspaceId, requesterId: by, reason: proposed.reason };
    const review = await policyReview(context, callback.reviewPolicyText, answer, asked);
    return ack({ response_action: "push", view: checkedView(review) });
  }
  await ack({ response_action: "clear" });
  if (answer.how === "set" && answer.isWholeNow) await tellWhole(context, workspaceId, by);
}

const notAskedFor = (message: Message) => checkedView(refusalModal({ title: "Not sent", message }));
