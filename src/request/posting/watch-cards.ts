import type { Chore } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { Place } from "../../platform/slack/slack.ts";
import type { Context } from "../context.ts";
import { eachWorkspace } from "../each-workspace.ts";
import { listOpenRequests } from "../queries/find-requests.ts";
import { findMessage, NEVER_DRAWN, replaceMessage } from "../queries/messages.ts";
import { whyOutOfReach } from "./reach.ts";
import { isOutage } from "./tell-of-outage.ts";

/** Slack takes at least 50 of these look-ups a minute. */
const CARDS_A_ROUND = 20;
/** Each round takes other requests when many are open. */
const ROUND_MS = 30_000;

/**
 * Nothing touches a card while its request waits, so only a look shows that somebody deleted it. Such a card counts as
 * never drawn, and is posted anew.
 */
export async function watchCards(
  {
    db,
    transaction,
    messenger,
    clock,
  }: Pick<Context, "db" | "transaction" | "messenger" | "clock">,
  workspaceId: string,
): Promise<void> {
  const open = await listOpenRequests(db, workspaceId);
  for (const { id: requestId } of ofThisRound(open, clock())) {
    const request: RequestRef = { workspaceId, requestId };
    const card = await findMessage(db, request, "approval-card");
    if (!card || (await messenger.presenceOf(workspaceId, card)) !== "gone") continue;
    const never = { ...card, version: NEVER_DRAWN };
    if (!(await replaceMessage(db, request, "approval-card", never, card))) continue;
    await transaction((tx) =>
      tx.enqueue({ name: "update-approval-card", request, isWakeUp: true }),
    );
  }
}

export const watchCardsChore: Chore<
  Pick<Context, "db" | "transaction" | "messenger" | "clock" | "logger">
> = {
  name: "watch-cards",
  everySeconds: 30,
  expireInSeconds: 600,
  work: (context) =>
    eachWorkspace(
      context,
      { that: "have-open-requests", atOnce: 8, what: "watch-cards" },
      async (workspaceId) => {
        await watchChannels(context, workspaceId);
        await watchCards(context, workspaceId);
      },
    ),
};

function ofThisRound<Each>(all: readonly Each[], now: string): readonly Each[] {
  const rounds = Math.max(1, Math.ceil(all.length / CARDS_A_ROUND));
  const first = (Math.floor(Date.parse(now) / ROUND_MS) % rounds) * CARDS_A_ROUND;
  return all.slice(first, first + CARDS_A_ROUND);
}

/**
 * Nothing touches a card while its request waits, so only a look at the channel shows that the bot lost or regained
 * it. The cards concerned are woken.
 */
export async function watchChannels(
  { db, transaction, messenger }: Pick<Context, "db" | "transaction" | "messenger">,
  workspaceId: string,
): Promise<void> {
  const places = new Map<string, Promise<Place>>();
  for (const { id: requestId } of await listOpenRequests(db, workspaceId)) {
    const request: RequestRef = { workspaceId, requestId };
    const card = await findMessage(db, request, "approval-card");
    if (!card) continue;
    const asked = places.get(card.channelId) ?? messenger.placeOf(workspaceId, card.channelId);
    places.set(card.channelId, asked);
    const place = await asked;
    if (place === "not-known") continue;
    const isOutOfReach = whyOutOfReach(place) !== undefined;
    if (isOutOfReach === (await isOutage({ db }, request))) continue;
    await transaction((tx) =>
      tx.enqueue({ name: "update-approval-card", request, isWakeUp: true }),
    );
  }
}
