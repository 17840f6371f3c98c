import type { Clock } from "../../platform/process/clock.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { Messenger } from "../../platform/slack/slack.ts";
import { NEVER_DRAWN } from "../queries/posted-message.ts";
import type { Store } from "../queries/store-port.ts";

interface Deps {
  store: Pick<Store, "listOpenRequests" | "findMessage" | "replaceMessage" | "transaction">;
  messenger: Pick<Messenger, "presenceOf">;
  clock: Clock;
}

/** Slack takes at least 50 such look-ups a minute. */
const CARDS_A_ROUND = 20;
/** Of many open requests each round takes others. */
const ROUND_MS = 30_000;

/**
 * A card is not touched while its request waits: that somebody has deleted it, only a look finds out. It is taken for one
 * never drawn, and so posted anew.
 */
export async function watchCards(
  { store, messenger, clock }: Deps,
  workspaceId: string,
): Promise<void> {
  const open = await store.listOpenRequests(workspaceId);
  for (const { id: requestId } of ofThisRound(open, clock())) {
    const request: RequestRef = { workspaceId, requestId };
    const card = await store.findMessage(request, "approval-card");
    if (!card || (await messenger.presenceOf(workspaceId, card)) !== "gone") continue;
    const never = { ...card, version: NEVER_DRAWN };
    if (!(await store.replaceMessage(request, "approval-card", never, card))) continue;
    await store.transaction((tx) =>
      tx.enqueue({ name: "update-approval-card", request, isWakeUp: true }),
    );
  }
}

function ofThisRound<Each>(all: readonly Each[], now: string): readonly Each[] {
  const rounds = Math.max(1, Math.ceil(all.length / CARDS_A_ROUND));
  const first = (Math.floor(Date.parse(now) / ROUND_MS) % rounds) * CARDS_A_ROUND;
  return all.slice(first, first + CARDS_A_ROUND);
}
