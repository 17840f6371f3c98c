import { overOneConnection } from "../../platform/database/at-once.ts";
import type { Db } from "../../platform/database/schema.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { Message } from "../../platform/slack/message.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { MessagePlace } from "../../platform/slack/slack.ts";
import { approvalCard } from "../card/approval-card.ts";
import { cardFollows, outOfDateCard } from "../card/out-of-date-card.ts";
import { requestFacts } from "../card/request-facts.ts";
import type { Context } from "../context.ts";
import { findPolicy } from "../queries/companies.ts";
import { findFreeze } from "../queries/freezes.ts";
import type { PostedMessage } from "../queries/messages.ts";
import { findMessage, NEVER_DRAWN, replaceMessage } from "../queries/messages.ts";
import { policyNow } from "../rules/approval/policy.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { moreRemediesAt } from "../rules/remedies-for.ts";
import { mindsFreeze } from "../rules/status.ts";
import { DrawnMeanwhile } from "./meanwhile.ts";
import { checkReach } from "./reach.ts";
import { noteDeletion } from "./tell-of-outage.ts";

type DrawsCard = Pick<Context, "db" | "messenger" | "clock">;

interface Drawing {
  ref: RequestRef;
  request: ChangeRequest;
  /** ISO 8601: when it began. */
  now: string;
  /** The version of the freeze that holds now. */
  freeze: number;
  /** A missing card is posted in this channel. */
  channelId: string;
}

interface Drawn {
  at: MessagePlace;
  /** False for a card that is up to date: its channel may be out of reach. */
  isTouched: boolean;
}

/** Draws a request's one card. */
export async function drawCard(
  context: DrawsCard,
  request: ChangeRequest,
  channelId: string,
): Promise<Drawn> {
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const now = context.clock();
  const [{ version: freeze }, posted, isInDoubt] = await overOneConnection(context.db, (db) =>
    Promise.all([
      findFreeze(db, ref.workspaceId),
      findMessage(db, ref, "approval-card"),
      mayHaveLanded({ db }, ref, now),
    ]),
  );
  const drawing = { ref, request, now, freeze, channelId };
  if (!posted) return drawnAnew(context, drawing, undefined);
  if (isUpToDate(posted, drawing) && !isInDoubt) return { at: posted, isTouched: false };
  try {
    return await drawnAt(context, drawing, posted);
  } catch (error) {
    if (isGone(error)) await noteDeletion(context, request, posted);
    if (!isGone(error) && !isLeftBehind(error, posted, drawing)) throw error;
    return drawnAnew(context, drawing, posted);
  }
}

async function drawnAt(
  context: DrawsCard,
  drawing: Drawing,
  posted: PostedMessage,
): Promise<Drawn> {
  const { ref, request } = drawing;
  await updateCard(context, ref, posted, approvalCard(await requestFacts(context, request)));
  const isLast = await isKept(context, drawing, posted);
  const at = isLast ? posted : await reconciled(context, drawing, posted);
  return { at, isTouched: true };
}

/**
 * Another run changed what is known about the card, and nobody knows which of the two Slack took last. If both drew
 * the same, that does not matter. If a later card counts, this one is closed. Otherwise the card counts as out of
 * date.
 */
async function reconciled(
  context: DrawsCard,
  drawing: Drawing,
  posted: MessagePlace,
): Promise<MessagePlace> {
  const { ref, request, freeze } = drawing;
  const now = await findMessage(context.db, ref, "approval-card");
  const isSame = now?.ts === posted.ts;
  if (isSame && now.version === request.version && now.freeze === freeze) return posted;
  if (now && !isSame) await close(context, drawing, posted, now);
  const stale = isSame && { ...now, version: NEVER_DRAWN };
  if (stale && !(await replaceMessage(context.db, ref, "approval-card", stale, now))) {
    return reconciled(context, drawing, posted);
  }
  throw new DrawnMeanwhile("The card");
}

/** A freeze does not affect requests that were already sent or have ended. */
function isUpToDate(posted: PostedMessage, { request, freeze, now }: Drawing): boolean {
  const isTold = !mindsFreeze(request) || (posted.freeze ?? 0) >= freeze;
  const isLapsed = posted.redrawAt !== undefined && posted.redrawAt <= now;
  return posted.version >= request.version && isTold && !isLapsed;
}

/** Someone has deleted the card. */
export const isGone = (error: unknown) =>
  error instanceof MessengerError && error.code === "no-such-message";

/** The card is in a channel out of reach, and the approvals channel is now another one. */
function isLeftBehind(error: unknown, posted: MessagePlace, { channelId }: Drawing): boolean {
  const isOutOfReach = error instanceof MessengerError && error.isOutOfReach;
  return isOutOfReach && posted.channelId !== channelId;
}

/**
 * Replaces a card that is gone, unless another run has posted one meanwhile. A message without buttons is posted and
 * kept first: a lost answer or a kill leaves only this message, which cannot become untrue.
 */
async function drawnAnew(
  context: DrawsCard,
  drawing: Drawing,
  gone: PostedMessage | undefined,
): Promise<Drawn> {
  const { db, messenger } = context;
  const { ref, request, channelId } = drawing;
  const { workspaceId } = ref;
  const now = await findMessage(db, ref, "approval-card");
  if (now?.ts !== gone?.ts) throw new DrawnMeanwhile("The card");
  const currentPolicy = policyNow(request, await findPolicy(db, workspaceId));
  const card = cardFollows({ request, currentPolicy });
  // In its turn: who waits for one need not ask Slack each time.
  const lastLook = () => checkReach(context, workspaceId, channelId);
  const at = await messenger.post(workspaceId, channelId, card, { lastLook });
  const place = { ...at, version: NEVER_DRAWN };
  if (await replaceMessage(db, ref, "approval-card", place, now)) {
    return drawnAt(context, drawing, place);
  }
  // The first of several runs counts.
  return { at: await reconciled(context, drawing, at), isTouched: true };
}

/** Whether the card is known to be there now; false if something else became known since `before`. */
async function isKept(
  { db }: DrawsCard,
  { ref, request, freeze, now }: Drawing,
  before: PostedMessage,
): Promise<boolean> {
  const { channelId, ts } = before;
  const { version } = request;
  const more = moreRemediesAt(request);
  const redrawAt = more !== undefined && more > now ? more : undefined;
  const card = { channelId, ts, version, freeze, redrawAt };
  return replaceMessage(db, ref, "approval-card", card, before);
}

/** A card that somebody deleted needs no closing. */
async function close(
  { messenger }: DrawsCard,
  { ref, request }: Drawing,
  card: MessagePlace,
  live: MessagePlace,
): Promise<void> {
  const cardLink = await messenger.linkTo(ref.workspaceId, live);
  try {
    await messenger.update(ref.workspaceId, card, outOfDateCard({ request, cardLink }));
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Slack applies no update later than this. */
const LANDS_WITHIN_MS = 60_000;

/**
 * Updates a card. The update is noted before it is sent: after a kill or a lost answer it may land over a later
 * update, so the card is drawn once more when that can no longer happen. An update may wait before it leaves, so a
 * lost answer is noted again.
 */
export async function updateCard(
  { db, messenger, clock }: Pick<Context, "db" | "messenger" | "clock">,
  ref: RequestRef,
  { channelId, ts }: MessagePlace,
  card: Message,
): Promise<void> {
  const sentAt = clock();
  const { workspaceId } = ref;
  // Cards are redrawn often, and Slack limits how often one may ask.
  const lastLook = () => checkReach({ messenger }, workspaceId, channelId, "of-a-minute");
  const { before, noted } = await noteUpdate(db, ref, { channelId, ts }, sentAt);
  const settle = (redrawAt: string | undefined) =>
    replaceMessage(db, ref, "card-update", { ...noted, redrawAt }, noted);
  try {
    await messenger.update(workspaceId, { channelId, ts }, card, { lastLook });
  } catch (error) {
    if (error instanceof MessengerError && error.isRefusal) await settle(before?.redrawAt);
    else await noteUpdate(db, ref, { channelId, ts }, clock());
    throw error;
  }
  const earlier = before?.redrawAt ?? "";
  await settle(earlier > sentAt ? earlier : undefined);
}

interface NotedUpdate {
  before: PostedMessage | undefined;
  noted: PostedMessage;
}

/** Notes are counted, so that two updates at once do not take each other's note for their own. */
async function noteUpdate(
  db: Db,
  ref: RequestRef,
  at: MessagePlace,
  sentAt: string,
): Promise<NotedUpdate> {
  const before = await findMessage(db, ref, "card-update");
  const landed = new Date(Date.parse(sentAt) + LANDS_WITHIN_MS).toISOString();
  const earlier = before?.redrawAt ?? "";
  const redrawAt = earlier > landed ? earlier : landed;
  const noted = { ...at, version: (before?.version ?? 0) + 1, redrawAt };
  const isNoted = await replaceMessage(db, ref, "card-update", noted, before);
  return isNoted ? { before, noted } : noteUpdate(db, ref, at, sentAt);
}

/** Whether an earlier update may have landed over a later one by now. */
export async function mayHaveLanded(
  { db }: Pick<Context, "db">,
  ref: RequestRef,
  now: string,
): Promise<boolean> {
  const noted = await findMessage(db, ref, "card-update");
  return noted?.redrawAt !== undefined && noted.redrawAt <= now;
}
