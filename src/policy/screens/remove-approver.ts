import type { ModalView } from "@slack/types";
import { input, plain, section } from "../../platform/slack/blocks/blocks.ts";
import { action, block, callback } from "../../platform/slack/blocks/ids.ts";
import { modal } from "../../platform/slack/blocks/modal.ts";
import { bold, mentions, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { SubmittedView } from "../../platform/slack/blocks/state.ts";
import { clickOf, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { Context } from "../../request/context.ts";
import { findPolicy } from "../../request/queries/companies.ts";
import { everyApprover } from "../../request/rules/approval/policy.ts";
import { pushForm, redrawSetup } from "../../workspace/set-up/set-up-view.ts";
import { readSetupModal } from "../../workspace/set-up/setup-modal.ts";
import type { Removed } from "../remove-approver.ts";
import { removeApprover } from "../remove-approver.ts";
import type { Unsatisfiable } from "../rules/living-quorum.ts";

/** Asks which approver to remove; `readRemoveApproverModal` reads it. Submitting it removes them. */
export function removeApproverModal({
  askedIn,
  approvers,
}: {
  askedIn: string;
  approvers: readonly string[];
}): ModalView {
  return modal({
    id: callback.removeApprover,
    title: "Remove an approver",
    submit: "Remove at once",
    carries: { askedIn },
    blocks: [
      section(
        "This takes effect at once, without approval. This person's approvals of requests not sent yet no longer count. Naming somebody again needs approval.",
      ),
      richText([bold("Named now: "), ...mentions(approvers)]),
      input(block.approver, "Who", {
        type: "users_select",
        action_id: action.value,
        placeholder: plain("Choose a person"),
      }),
      section("To remove a member of a user group, change the group in Slack."),
    ],
  });
}

/** Throws a ZodError when the view is not one of ours. */
export function readRemoveApproverModal(view: SubmittedView): { askedIn: string; userId: string } {
  const { askedIn } = readSetupModal(view);
  return {
    askedIn,
    userId: view.state.values[block.approver]?.[action.value]?.selected_user ?? "",
  };
}

/** [Remove an approver] */
export function removeApproverButton({ db }: Context, args: ButtonArgs): Promise<void> {
  return pushForm(args, async (askedIn) => {
    const approvers = everyApprover(await findPolicy(db, workspaceOf(args.body)));
    return removeApproverModal({ askedIn, approvers });
  });
}

export async function submitApproverRemoval(
  context: Context,
  { view, body, ack, client }: SubmitArgs,
): Promise<void> {
  const workspaceId = workspaceOf(body);
  const { askedIn, userId } = readRemoveApproverModal(view);
  const removed = await removeApprover(context, { ...clickOf(body), userId });
  const why = whyNotRemoved(removed, context.command);
  if (why !== undefined) {
    return ack({ response_action: "errors", errors: { [block.approver]: why } });
  }
  await ack();
  if (removed.ok) await context.announceChanges();
  const said = "This person no longer approves anything.";
  await redrawSetup(context, client, workspaceId, { viewId: view.root_view_id, askedIn, said });
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
  `“${shortened(rule, 60)}” needs ${counted(needed, "person", "people")} who can approve, as one of them may be the requester; Slack shows ${counted(active.length, "other")}.`;
