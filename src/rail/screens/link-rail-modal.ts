import type { ModalView } from "@slack/types";
import { isShortId } from "../../platform/rail-api/rules/service-id.ts";
import { input, plain } from "../../platform/slack/blocks/blocks.ts";
import { action, block, callback } from "../../platform/slack/blocks/ids.ts";
import { lines, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { SubmittedView } from "../../platform/slack/blocks/state.ts";
import { typedIn } from "../../platform/slack/blocks/state.ts";
import { textError } from "../../platform/slack/blocks/text-fault.ts";
import type { ButtonValue } from "../../request/card/button-value.ts";
import { readButtonValue, toButtonValue } from "../../request/card/button-value.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { aboutBlocks } from "../../request/screens/remedy.ts";
import { titled } from "../../request/words.ts";

const LABEL = "Id of the Rail";
const LONGEST_ID = 255;

/** An approver says which Rail at the service is the one that was asked for. `readLinkRailModal` reads it. */
export function linkRailModal({ request }: { request: ChangeRequest }): ModalView {
  const { state } = request;
  const candidates = state.status === "needs-a-person" ? state.candidates : [];
  const [only] = candidates.length === 1 ? candidates : [];
  return {
    type: "modal",
    callback_id: callback.linkRail,
    private_metadata: JSON.stringify(toButtonValue(request)),
    title: plain(titled("Link the Rail", request.content.connection.environment)),
    submit: plain("Link it"),
    close: plain("Back"),
    blocks: [
      ...aboutBlocks(request),
      richText(
        lines(
          ["Only if you have seen at the Rail service that this very Rail was created."],
          ["It is read and compared with what was approved, field by field, before it counts."],
          ["Nothing is created by this. You alone decide it; that it was you stands in the audit."],
        ),
      ),
      input(
        block.enteredId,
        LABEL,
        {
          type: "plain_text_input",
          action_id: action.value,
          max_length: LONGEST_ID,
          ...(only !== undefined && { initial_value: only }),
        },
        { hint: "Letter by letter as the service shows it; usually a Rail's begins with rail_." },
      ),
    ],
  };
}

export type LinkedInModal =
  | { ok: true; request: ButtonValue; railId: string }
  | { ok: false; errors: Record<string, string> };

/** Undefined when the view is not one of ours. */
export function readLinkRailModal(view: SubmittedView): LinkedInModal | undefined {
  const request = readButtonValue(view.private_metadata);
  if (!request) return undefined;
  const railId = typedIn(view, block.enteredId).trim();
  const error = textError(railId, { label: LABEL, max: LONGEST_ID });
  if (error === undefined && isShortId(railId)) return { ok: true, request, railId };
  return { ok: false, errors: { [block.enteredId]: error ?? `${LABEL} is too long.` } };
}
