import type { ModalView } from "@slack/types";
import { note } from "../platform/slack/blocks/note.ts";
import { askedInOf } from "../platform/slack/intake/answering.ts";
import { workspaceOf } from "../platform/slack/intake/delivery.ts";
import type { ButtonArgs } from "../platform/slack/intake/listeners.ts";
import { openView } from "../platform/slack/intake/open-view.ts";
import { privately } from "../platform/slack/intake/privately.ts";
import type { Message } from "../platform/slack/message.ts";
import type { Command } from "../request/command.ts";
import { takesNothing } from "../request/command.ts";
import type { Context } from "../request/context.ts";
import { myReviews } from "./my-reviews.ts";
import { NOTHING_LEFT, reviewModal } from "./review-modal.ts";

export const reviewCommand: Command<undefined> = {
  verb: "review",
  usage: { takes: "", does: "decides about what comes up for review; approvers only" },
  act: () => "look",
  parse: takesNothing("review"),
  answer: (context, _, { workspaceId, userId, askedIn }) =>
    reviewAnswer(context, { workspaceId, userId }, askedIn),
};

/** [Review…] on the home and below the message that a review has begun. */
export async function reviewButton(context: Context, { body, client, respond }: ButtonArgs) {
  const whose = { workspaceId: workspaceOf(body), userId: body.user.id };
  const answer = await reviewAnswer(context, whose, askedInOf(body));
  if ("type" in answer) await openView(client, body, answer);
  else await respond(privately(answer));
}

async function reviewAnswer(
  context: Context,
  whose: { workspaceId: string; userId: string },
  askedIn: string,
): Promise<ModalView | Message> {
  const found = await myReviews(context, whose);
  if (!found) return note("No review is open.");
  if (!found.isApprover) return note("Only active approvers review.");
  return found.mine.length === 0 ? note(NOTHING_LEFT) : reviewModal(found, { askedIn });
}
