import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { noticeModal } from "../../platform/slack/blocks/notice-modal.ts";
import type { SubmittedView } from "../../platform/slack/blocks/state.ts";
import type { SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import type { Context } from "../context.ts";
import { askForApproval, tellAsked, whyNotAsked } from "./asking.ts";

/** Send for approval: the reviewed draft becomes a request, unless nobody could see its card. */
export async function submitDraft(context: Context, { view, body, ack }: SubmitArgs) {
  const shown = readReviewDraft(view);
  if (!shown) return ack();
  const { draftId, draftDigest: digest } = shown;
  const asked = await askForApproval(context, body, { draftId, digest });
  if (asked.ok) {
    await ack({ response_action: "clear" });
    await tellAsked(context, asked.request);
  } else if (asked.because === "seen-before") {
    await ack({ response_action: "clear" });
  } else {
    const keeps = asked.because === "no-place" ? [NOTHING_ASKED] : [];
    const sentences = [whyNotAsked(asked), ...keeps];
    const view = checkedView(noticeModal({ title: "Not requested", sentences }));
    await ack({ response_action: "update", view });
  }
}

const NOTHING_ASKED = "Nothing was requested. Your entries stay in the form behind this.";

/** `draftDigest` is the digest of what was shown: the request must equal it. */
const schema = z.strictObject({ draftId: z.string(), draftDigest: z.string() });

export type ReviewedDraft = z.output<typeof schema>;

/** Undefined when the view is not one of ours. */
export function readReviewDraft(
  view: Pick<SubmittedView, "private_metadata">,
): ReviewedDraft | undefined {
  return schema.safeParse(parsedJson(view.private_metadata)).data;
}
