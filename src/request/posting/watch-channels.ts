import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { Place } from "../../platform/slack/slack.ts";
import type { Context } from "../context.ts";
import { listOpenRequests } from "../queries/find-requests.ts";
import { findMessage } from "../queries/messages.ts";
import { whyOutOfReach } from "./check-reach.ts";
import { isOutage } from "./tell-of-outage.ts";

/**
 * A card is not touched while its request waits: that its channel was closed to the bot, or opened again, only a look at
 * the channel finds out. The cards concerned are woken.
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
