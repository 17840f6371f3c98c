import type { Clock } from "../../platform/process/clock.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Messenger } from "../../platform/slack/slack.ts";
import { approvalCard } from "../card/approval-card.ts";
import { outOfDateCard } from "../card/out-of-date-card.ts";
import { requestFacts } from "../card/request-facts.ts";
import type { PostedMessage } from "../queries/posted-message.ts";
import { NEVER_DRAWN } from "../queries/posted-message.ts";
import type { Store } from "../queries/store-port.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { mindsFreeze } from "../rules/change-request.ts";
import { moreRemediesAt } from "../rules/remedies-for.ts";
import { noteDeletion } from "./card-deletion.ts";
import { checkReach } from "./check-reach.ts";
import { DrawnMeanwhile } from "./drawn-meanwhile.ts";
import { noting, postCard } from "./post-card.ts";
import { postHistory } from "./post-history.ts";
import { mayHaveLanded, updateCard } from "./update-card.ts";

interface Deps {
  store: Store;
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

/** Draws a request's one card, and tells under it what has happened. */
export async function drawCard(
  deps: Deps,
  request: ChangeRequest,
  channelId: string,
): Promise<Place> {
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const { version: freeze } = await deps.store.currentFreeze(ref.workspaceId);
  const drawing = { ref, request, now: deps.clock(), freeze, channelId };
  const card = await drawn(deps, drawing);
  try {
    await postHistory(deps, request, card);
    return card;
  } catch (error) {
    if (!isGone(error)) throw error;
    await noteDeletion(deps, request, card);
    const anew = await postedAnew(deps, drawing, card);
    await postHistory(deps, request, anew);
    return anew;
  }
}

async function drawn(deps: Deps, drawing: Drawing): Promise<Place> {
  const { ref, request, now } = drawing;
  const posted = await deps.store.findMessage(ref, "approval-card");
  if (!posted) return postedAnew(deps, drawing, undefined);
  const isShown = isUpToDate(posted, drawing) && !(await mayHaveLanded(deps, ref, now));
  try {
    if (isShown) {
      await checkReach(deps, ref.workspaceId, posted.channelId);
      return posted;
    }
    const card = await noting(deps, ref, await cardOf(deps, request));
    await updateCard(deps, ref, posted, card);
  } catch (error) {
    if (isGone(error)) await noteDeletion(deps, request, posted);
    if (!isGone(error) && !isLeftBehind(error, posted, drawing)) throw error;
    return postedAnew(deps, drawing, posted);
  }
  if (await isKept(deps, drawing, posted, posted)) return posted;
  return reconciled(deps, drawing, posted);
}

/**
 * Another run has changed what is known of the card, and which of the two Slack took last is not. Where both have drawn
 * the same that does not matter; where a later card counts this one is closed; and otherwise nobody takes it for up to
 * date.
 */
async function reconciled(deps: Deps, drawing: Drawing, posted: Place): Promise<Place> {
  const { ref, request, freeze } = drawing;
  const now = await deps.store.findMessage(ref, "approval-card");
  const isSame = now?.ts === posted.ts;
  if (isSame && now.version === request.version && now.freeze === freeze) return posted;
  if (now && !isSame) await close(deps, drawing, posted, now);
  const stale = isSame && { ...now, version: NEVER_DRAWN };
  if (stale && !(await deps.store.replaceMessage(ref, "approval-card", stale, now))) {
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
const isGone = (error: unknown) =>
  error instanceof MessengerError && error.code === "no-such-message";

/** The card stands in a channel out of reach, and the approvals channel has become another one. */
function isLeftBehind(error: unknown, posted: Place, { channelId }: Drawing): boolean {
  const isOutOfReach = error instanceof MessengerError && error.isOutOfReach;
  return isOutOfReach && posted.channelId !== channelId;
}

/** In the place of the card that is gone, unless another run has posted one meanwhile. */
async function postedAnew(deps: Deps, drawing: Drawing, gone: Place | undefined): Promise<Place> {
  const { ref, request, channelId } = drawing;
  const now = await deps.store.findMessage(ref, "approval-card");
  if (now?.ts !== gone?.ts) throw new DrawnMeanwhile("The card");
  await checkReach(deps, ref.workspaceId, channelId);
  return postCard(deps, ref, {
    channelId,
    card: await cardOf(deps, request),
    keep: (at) => keptAsLatest(deps, drawing, at, gone),
  });
}

/** Of cards that several runs have posted the later one wins, and the others are closed. */
async function keptAsLatest(
  deps: Deps,
  drawing: Drawing,
  at: Place,
  gone: Place | undefined,
): Promise<Place> {
  const now = await deps.store.findMessage(drawing.ref, "approval-card");
  const isAnother = now !== undefined && now.ts !== gone?.ts;
  if (isAnother && Number(now.ts) > Number(at.ts)) {
    await close(deps, drawing, at, now);
    return now;
  }
  if (!(await isKept(deps, drawing, at, now))) return keptAsLatest(deps, drawing, at, gone);
  if (isAnother) await close(deps, drawing, now, at);
  // This run was held up so long that the card it closed said more than its own.
  if (isAnother && now.version > drawing.request.version) throw new DrawnMeanwhile("The card");
  return at;
}

async function cardOf(deps: Deps, request: ChangeRequest) {
  return approvalCard(await requestFacts(deps, request));
}

/** Whether the card is known to stand there now; not where something else has become known since `before`. */
async function isKept(
  { store }: Deps,
  { ref, request, freeze, now }: Drawing,
  { channelId, ts }: Place,
  before: PostedMessage | undefined,
): Promise<boolean> {
  const { version } = request;
  const more = moreRemediesAt(request);
  const redrawAt = more !== undefined && more > now ? more : undefined;
  const card = { channelId, ts, version, freeze, redrawAt };
  return store.replaceMessage(ref, "approval-card", card, before);
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
