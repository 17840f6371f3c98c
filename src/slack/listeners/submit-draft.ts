import type { Middleware, SlackViewMiddlewareArgs, ViewSubmitAction } from "@slack/bolt";
import { numberOf } from "../../domain/change-request.ts";
import type { Place } from "../../services/ports.ts";
import type { Requested } from "../../services/request-rail.ts";
import { requestRail } from "../../services/request-rail.ts";
import { checkedView } from "../checked.ts";
import { askingRefusalSentence } from "../messages/asking-refusals.ts";
import { note } from "../messages/note.ts";
import { noticeModal } from "../views/notice-modal.ts";
import { readReviewDraft } from "../views/review-draft-modal.ts";
import { deliveryOf, workspaceOf } from "./delivery.ts";
import type { ListenerDeps } from "./deps.ts";

/** Ask for approval: the reviewed draft becomes a request, unless nobody could see its card. */
export function submitDraft(
  deps: ListenerDeps,
): Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>> {
  return async ({ view, body, ack }) => {
    const workspaceId = workspaceOf(body);
    const shown = readReviewDraft(view);
    if (!shown) return ack();
    const channel = deps.approvalsChannelOf(workspaceId);
    const obstacle = OBSTACLES[await deps.messenger.placeOf(workspaceId, channel)];
    if (obstacle !== undefined) return ack(notice([obstacle, NOTHING_ASKED]));

    const requested = await requestRail(deps, {
      workspaceId,
      draftId: shown.draftId,
      digest: shown.draftDigest,
      by: body.user.id,
      delivery: deliveryOf(body, "effect"),
    });
    if (!requested.ok) return ack(refusal(requested));
    await ack({ response_action: "clear" });
    const { content } = requested.request;
    await deps.messenger.whisper(
      workspaceId,
      { channelId: content.askedIn, userId: body.user.id },
      note(`${numberOf(requested.request)} is asked for. The approvers see it now.`),
    );
  };
}

const NOTHING_ASKED = "Nothing was asked for. What you filled in stays in the form behind this.";

/** Why no card could stand in the approvals channel, and who can mend it; undefined where it can. */
const OBSTACLES: Record<Place, string | undefined> = {
  ours: undefined,
  // Slack's own trouble: the card is posted as soon as it is over.
  "not-known": undefined,
  "not-a-member":
    "The bot is not in the approvals channel: invite it there with /invite, then ask again.",
  "not-found":
    "The bot cannot see the approvals channel: invite it there with /invite, or have an administrator name another one.",
  archived: "The approvals channel is archived: an administrator has to name another one.",
  shared:
    "The approvals channel is shared with another organisation, which must not see approvals: an administrator has to name another one.",
  "direct-message":
    "The approvals channel is a direct message: an administrator has to name a channel.",
};

function refusal({ because }: Extract<Requested, { ok: false }>) {
  return because === "seen-before"
    ? ({ response_action: "clear" } as const)
    : notice([askingRefusalSentence(because)]);
}

function notice(sentences: readonly string[]) {
  const view = checkedView(noticeModal({ title: "Not asked for", sentences }));
  return { response_action: "update", view } as const;
}
