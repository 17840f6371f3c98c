import type { Logger } from "pino";
import type { Db } from "../../platform/database/schema.ts";
import type { Clock } from "../../platform/process/clock.ts";
import type { Job } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Messenger, People } from "../../platform/slack/slack.ts";
import { requestFacts } from "../card/request-facts.ts";
import { findMessage, NEVER_DRAWN, replaceMessage } from "../queries/messages.ts";
import { findRequest } from "../queries/requests.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { tellOfDeletion } from "./card-deletion.ts";
import { checkReach, isWithinReach } from "./check-reach.ts";
import { drawCard, isGone } from "./draw-card.ts";
import { postHistory } from "./post-history.ts";
import { settleAlarms } from "./settle-alarms.ts";
import { endOutage, isOutage, tellOfOutage } from "./tell-of-outage.ts";

interface Deps {
  db: Db;
  transaction: InTransaction;
  messenger: Messenger;
  people: Pick<People, "whoIs">;
  clock: Clock;
  logger: Pick<Logger, "warn">;
  approvalsChannelOf: (workspaceId: string) => Promise<string | null>;
}

/**
 * Draws a request's card from what is true now, however late and however often it runs, and whom it called to look at the
 * request learns that this is over. History comes last, so that nothing else waits for it. A channel that does not take
 * the card is no failure: those concerned are told by direct message, and the sweep has it tried again.
 */
export async function updateApprovalCard(deps: Deps, ref: RequestRef): Promise<void> {
  const request = await findRequest(deps.db, ref);
  const channelId = await deps.approvalsChannelOf(ref.workspaceId);
  // Of a workspace that is not set up any more, or not yet, there is no place for a card.
  if (!request || channelId === null) return settleAlarms(deps, ref);
  const orTold = <Done>(work: () => Promise<Done>) => doneOrTold(deps, request, channelId, work);
  const card = await orTold(() => drawn(deps, request, channelId));
  await settleAlarms(deps, ref);
  if (card) await orTold(() => historyTold(deps, request, channelId, card));
}

export const updateApprovalCardJob: Job<Deps, "update-approval-card"> = {
  name: "update-approval-card",
  does: "drawing its card",
  expireInSeconds: 60,
  isOneAtATime: true,
  // While the channel cannot be reached, the sweep goes on trying.
  retryLimit: 2,
  work: updateApprovalCard,
};

type Card = Awaited<ReturnType<typeof drawCard>>;

async function drawn(deps: Deps, request: ChangeRequest, channelId: string): Promise<Card> {
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const card = await drawCard(deps, request, channelId);
  await tellOfDeletion(deps, request, card.at);
  if (!(await isOutage(deps, ref))) return card;
  if (!(await isWithinReach(deps, ref.workspaceId, card.at.channelId))) return card;
  await endOutage(deps, ref, await requestFacts(deps, request), card.at);
  return card;
}

/** Looks whether the channel takes messages, also where there is nothing to tell. */
async function historyTold(
  deps: Deps,
  request: ChangeRequest,
  channelId: string,
  { at, isTouched }: Card,
): Promise<void> {
  const lastLook = () => checkReach(deps, request.workspaceId, at.channelId);
  try {
    const isTold = await postHistory(deps, request, at, { lastLook });
    if (!isTold && !isTouched) await lastLook();
  } catch (error) {
    if (!isGone(error)) throw error;
    await neverDrawn(deps, request, at);
    await postHistory(deps, request, (await drawn(deps, request, channelId)).at);
  }
}

/** So that it is posted anew: only a redraw finds out for good that it was deleted. */
async function neverDrawn(
  { db }: Deps,
  { workspaceId, id: requestId }: ChangeRequest,
  { ts }: Card["at"],
): Promise<void> {
  const ref = { workspaceId, requestId };
  const now = await findMessage(db, ref, "approval-card");
  if (now?.ts !== ts) return;
  await replaceMessage(db, ref, "approval-card", { ...now, version: NEVER_DRAWN }, now);
}

async function doneOrTold<Done>(
  deps: Deps,
  request: ChangeRequest,
  channelId: string,
  work: () => Promise<Done>,
): Promise<Done | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MessengerError && error.isOutOfReach)) throw error;
    const ref = { workspaceId: request.workspaceId, requestId: request.id };
    deps.logger.warn({ err: error, ...ref }, "the approvals channel does not take a card");
    const facts = await requestFacts(deps, request);
    await tellOfOutage(deps, ref, facts, { channelId, because: error.code });
    return undefined;
  }
}
