import type { Job } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import { requestFacts } from "../card/request-facts.ts";
import type { Context } from "../context.ts";
import { findMessage, NEVER_DRAWN, replaceMessage } from "../queries/messages.ts";
import { findRequest } from "../queries/requests.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { tellOfDeletion } from "./card-deletion.ts";
import { drawCard, isGone } from "./draw-card.ts";
import { postHistory } from "./post-history.ts";
import { settleAlarms } from "./raise-alarm.ts";
import { checkReach, isWithinReach } from "./reach.ts";
import { endOutage, isOutage, tellOfOutage } from "./tell-of-outage.ts";

type Updating = Pick<
  Context,
  "db" | "messenger" | "people" | "clock" | "logger" | "approvalsChannelOf"
>;

/**
 * Draws a request's card from the present state, however late and often it runs, and tells the people whom it called
 * that this is over. History comes last, so that nothing else waits for it. A channel that does not take the card is
 * no failure: people get direct messages, and the sweep tries again.
 */
export async function updateApprovalCard(context: Updating, ref: RequestRef): Promise<void> {
  const request = await findRequest(context.db, ref);
  const channelId = await context.approvalsChannelOf(ref.workspaceId);
  // A workspace that is not set up has no place for a card.
  if (!request || channelId === null) return settleAlarms(context, ref);
  const orTold = <Done>(work: () => Promise<Done>) => doneOrTold(context, request, channelId, work);
  const card = await orTold(() => drawn(context, request, channelId));
  await settleAlarms(context, ref);
  if (card) await orTold(() => historyTold(context, request, channelId, card));
}

export const updateApprovalCardJob: Job<Updating, "update-approval-card"> = {
  name: "update-approval-card",
  does: "drawing its card",
  expireInSeconds: 60,
  isOneAtATime: true,
  // The sweep keeps trying while the channel cannot be reached.
  retryLimit: 2,
  work: updateApprovalCard,
};

type Card = Awaited<ReturnType<typeof drawCard>>;

async function drawn(context: Updating, request: ChangeRequest, channelId: string): Promise<Card> {
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const card = await drawCard(context, request, channelId);
  await tellOfDeletion(context, request, card.at);
  if (!(await isOutage(context, ref))) return card;
  if (!(await isWithinReach(context, ref.workspaceId, card.at.channelId))) return card;
  await endOutage(context, ref, await requestFacts(context, request), card.at);
  return card;
}

/** Looks whether the channel takes messages, even if there is nothing to say. */
async function historyTold(
  context: Updating,
  request: ChangeRequest,
  channelId: string,
  { at, isTouched }: Card,
): Promise<void> {
  const lastLook = () => checkReach(context, request.workspaceId, at.channelId);
  try {
    const isTold = await postHistory(context, request, at, { lastLook });
    if (!isTold && !isTouched) await lastLook();
  } catch (error) {
    if (!isGone(error)) throw error;
    await neverDrawn(context, request, at);
    await postHistory(context, request, (await drawn(context, request, channelId)).at);
  }
}

/** Has the card posted anew: only a redraw proves that it was deleted. */
async function neverDrawn(
  { db }: Updating,
  { workspaceId, id: requestId }: ChangeRequest,
  { ts }: Card["at"],
): Promise<void> {
  const ref = { workspaceId, requestId };
  const now = await findMessage(db, ref, "approval-card");
  if (now?.ts !== ts) return;
  await replaceMessage(db, ref, "approval-card", { ...now, version: NEVER_DRAWN }, now);
}

async function doneOrTold<Done>(
  context: Updating,
  request: ChangeRequest,
  channelId: string,
  work: () => Promise<Done>,
): Promise<Done | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MessengerError && error.isOutOfReach)) throw error;
    const ref = { workspaceId: request.workspaceId, requestId: request.id };
    context.logger.warn({ err: error, ...ref }, "the approvals channel does not take a card");
    const facts = await requestFacts(context, request);
    await tellOfOutage(context, ref, facts, { channelId, because: error.code });
    return undefined;
  }
}
