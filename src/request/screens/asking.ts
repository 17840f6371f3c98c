import type { ViewSubmitAction } from "@slack/bolt";
import { note } from "../../platform/slack/blocks/note.ts";
import { deliveryOf, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { Context } from "../context.ts";
import type { Requested } from "../request-change.ts";
import { requestChange } from "../request-change.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import { approvalsObstacle, askingRefusalSentence } from "./asking-refusals.ts";

type Asks = Pick<
  Context,
  | "db"
  | "transaction"
  | "pins"
  | "people"
  | "messenger"
  | "clock"
  | "approvalsChannelOf"
  | "newNonce"
  | "openRequests"
>;

export type Asked = Requested | { ok: false; because: "no-place"; obstacle: string };

/** Makes a request of the draft that was shown, unless nobody could see its card. */
export async function askForApproval(
  context: Asks,
  body: ViewSubmitAction,
  shown: { draftId: string; digest: string },
): Promise<Asked> {
  const workspaceId = workspaceOf(body);
  const channel = await context.approvalsChannelOf(workspaceId);
  const place =
    channel === null ? "not-found" : await context.messenger.placeOf(workspaceId, channel);
  const obstacle = approvalsObstacle(place);
  if (obstacle !== undefined) return { ok: false, because: "no-place", obstacle };
  const delivery = deliveryOf(body, "effect");
  return requestChange(context, { workspaceId, ...shown, by: body.user.id, delivery });
}

/** In the conversation in which it was asked for, to whoever asked. */
export async function tellAsked(
  { messenger }: Pick<Context, "messenger">,
  request: ChangeRequest,
): Promise<void> {
  const { workspaceId, content, requestedBy: userId } = request;
  const message = note(`${numberOf(request)} is asked for. The approvers see it now.`);
  await messenger.whisper(workspaceId, { channelId: content.askedIn, userId }, message);
}

/** Why nothing was asked for, and who can help. */
export function whyNotAsked(refused: Extract<Asked, { ok: false }>): string {
  return refused.because === "no-place" ? refused.obstacle : askingRefusalSentence(refused.because);
}
