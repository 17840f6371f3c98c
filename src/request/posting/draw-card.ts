import type { Db } from "../../platform/database/schema.ts";
import type { Clock } from "../../platform/process/clock.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Messenger } from "../../platform/slack/slack.ts";
import { approvalCard } from "../card/approval-card.ts";
import { cardFollows } from "../card/card-follows.ts";
import { outOfDateCard } from "../card/out-of-date-card.ts";
import { requestFacts } from "../card/request-facts.ts";
import { findPolicy } from "../queries/companies.ts";
import { findFreeze } from "../queries/freezes.ts";
import type { PostedMessage } from "../queries/messages.ts";
import { findMessage, NEVER_DRAWN, replaceMessage } from "../queries/messages.ts";
import { policyNow } from "../rules/approval/policy.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { moreRemediesAt } from "../rules/remedies-for.ts";
import { mindsFreeze } from "../rules/status.ts";
import { noteDeletion } from "./card-deletion.ts";
import { checkReach } from "./check-reach.ts";
import { DrawnMeanwhile } from "./drawn-meanwhile.ts";
import { mayHaveLanded, updateCard } from "./update-card.ts";

interface Deps {
  db: Db;
  transaction: InTransaction;
  messenger: Messenger;
  clock: Clock;
}

interface Drawing {
  ref: RequestRef;
  request: ChangeRequest;
  /** ISO 8601: when it began. */
  now: string;
  /** The version of the freeze that holds now. */
  freeze: number;
  /** Where a card that does not stand yet is posted. */
  channelId: string;
}

type Place = Pick<PostedMessage, "channelId" | "ts">;

interface Drawn {
  at: Place;
  /** False for a card that shows what it should: its channel may be out of reach. */
  isTouched: boolean;
}

/** Draws a request's one card. */
export async function drawCard(
  deps: Deps,
  request: ChangeRequest,
  channelId: string,
): Promise<Drawn> {
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const { version: freeze } = await findFreeze(deps.db, ref.workspaceId);
  const drawing = { ref, request, now: deps.clock(), freeze, channelId };
  const posted = await findMessage(deps.db, ref, "approval-card");
  if (!posted) return drawnAnew(deps, drawing, undefined);
  const isShown = isUpToDate(posted, drawing) && !(await mayHaveLanded(deps, ref, drawing.now));
  if (isShown) return { at: posted, isTouched: false };
  try {
    return await drawnAt(deps, drawing, posted);
  } catch (error) {
    if (isGone(error)) await noteDeletion(deps, request, posted);
    if (!isGone(error) && !isLeftBehind(error, posted, drawing)) throw error;
    return drawnAnew(deps, drawing, posted);
  }
}

async function drawnAt(deps: Deps, drawing: Drawing, posted: PostedMessage): Promise<Drawn> {
  const { ref, request } = drawing;
  await updateCard(deps, ref, posted, approvalCard(await requestFacts(deps, request)));
  const isLast = await isKept(deps, drawing, posted);
  const at = isLast ? posted : await reconciled(deps, drawing, posted);
  return { at, isTouched: true };
}

/**
 * Another run has changed what is known of the card, and which of the two Slack took last is not. Where both have drawn
 * the same that does not matter; where a later card counts this one is closed; and otherwise nobody takes it for up to
 * date.
 */
async function reconciled(deps: Deps, drawing: Drawing, posted: Place): Promise<Place> {
  const { ref, request, freeze } = drawing;
  const now = await findMessage(deps.db, ref, "approval-card");
  const isSame = now?.ts === posted.ts;
  if (isSame && now.version === request.version && now.freeze === freeze) return posted;
  if (now && !isSame) await close(deps, drawing, posted, now);
  const stale = isSame && { ...now, version: NEVER_DRAWN };
  if (stale && !(await replaceMessage(deps.db, ref, "approval-card", stale, now))) {
    return reconciled(deps, drawing, posted);
  }
  throw new DrawnMeanwhile("The card");
}

/** Of what can no longer be sent, or is sent already, a freeze says nothing. */
function isUpToDate(posted: PostedMessage, { request, freeze, now }: Drawing): boolean {
  const isTold = !mindsFreeze(request) || (posted.freeze ?? 0) >= freeze;
  const isLapsed = posted.redrawAt !== undefined && posted.redrawAt <= now;
  return posted.version >= request.version && isTold && !isLapsed;
}

/** Someone has deleted the card. */
export const isGone = (error: unknown) =>
  error instanceof MessengerError && error.code === "no-such-message";

/** The card stands in a channel out of reach, and the approvals channel has become another one. */
function isLeftBehind(error: unknown, posted: Place, { channelId }: Drawing): boolean {
  const isOutOfReach = error instanceof MessengerError && error.isOutOfReach;
  return isOutOfReach && posted.channelId !== channelId;
}

/**
 * In the place of the card that is gone, unless another run has posted one meanwhile. A message without buttons is posted
 * and kept first: all that a lost answer or a kill leaves behind is such a message, which cannot become untrue.
 */
async function drawnAnew(
  deps: Deps,
  drawing: Drawing,
  gone: PostedMessage | undefined,
): Promise<Drawn> {
  const { db, messenger } = deps;
  const { ref, request, channelId } = drawing;
  const { workspaceId } = ref;
  const now = await findMessage(db, ref, "approval-card");
  if (now?.ts !== gone?.ts) throw new DrawnMeanwhile("The card");
  await checkReach(deps, workspaceId, channelId);
  const currentPolicy = policyNow(request, await findPolicy(db, workspaceId));
  const at = await messenger.post(workspaceId, channelId, cardFollows({ request, currentPolicy }));
  const place = { ...at, version: NEVER_DRAWN };
  if (await replaceMessage(db, ref, "approval-card", place, now)) {
    return drawnAt(deps, drawing, place);
  }
  // The first of several runs counts.
  return { at: await reconciled(deps, drawing, at), isTouched: true };
}

/** Whether the card is known to stand there now; not where something else has become known since `before`. */
async function isKept(
  { db }: Deps,
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

/** Also where somebody has deleted it. */
async function close(
  { messenger }: Deps,
  { ref, request }: Drawing,
  card: Place,
  live: Place,
): Promise<void> {
  const cardLink = await messenger.linkTo(ref.workspaceId, live);
  try {
    await messenger.update(ref.workspaceId, card, outOfDateCard({ request, cardLink }));
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}
