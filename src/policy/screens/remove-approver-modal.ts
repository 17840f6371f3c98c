import type { ModalView } from "@slack/types";
import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { input, plain, section } from "../../platform/slack/blocks/blocks.ts";
import { action, block, callback } from "../../platform/slack/blocks/ids.ts";
import { bold, lines, mentions, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { SubmittedView } from "../../platform/slack/blocks/state.ts";

export interface RemoveApproverModal {
  askedIn: string;
  /** Everyone who is named by name. */
  approvers: readonly string[];
}

/** Asks who shall approve no more; `readRemoveApproverModal` reads it. Submitting it does it. */
export function removeApproverModal({ askedIn, approvers }: RemoveApproverModal): ModalView {
  return {
    type: "modal",
    callback_id: callback.removeApprover,
    private_metadata: JSON.stringify({ askedIn }),
    title: plain("Remove an approver"),
    submit: plain("Remove at once"),
    close: plain("Back"),
    blocks: [
      section(
        "It takes effect at once, and nobody is asked. What this person has approved and is not sent yet counts no more. To name somebody again, the approvers decide.",
      ),
      richText(lines([bold("Named now: "), ...mentions(approvers)])),
      input(block.approver, "Who", {
        type: "users_select",
        action_id: action.value,
        placeholder: plain("Choose a person"),
      }),
      section("Whoever may approve as a member of a user group leaves it in Slack itself."),
    ],
  };
}

const metadata = z.strictObject({ askedIn: z.string().min(1).max(255) });

/** Throws a ZodError when the view is not one of ours. */
export function readRemoveApproverModal(view: SubmittedView): { askedIn: string; userId: string } {
  const { askedIn } = metadata.parse(parsedJson(view.private_metadata));
  return {
    askedIn,
    userId: view.state.values[block.approver]?.[action.value]?.selected_user ?? "",
  };
}
