import type { Db } from "../../platform/database/schema.ts";
import type { Clock } from "../../platform/process/clock.ts";
import type { Chore } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import type { Messenger } from "../../platform/slack/slack.ts";
import type { EachDeps } from "../each-workspace.ts";
import { eachWorkspace } from "../each-workspace.ts";
import { listOpenRequests } from "../queries/find-requests.ts";
import { findMessage, NEVER_DRAWN, replaceMessage } from "../queries/messages.ts";
import { watchChannels } from "./watch-channels.ts";

interface Deps {
  db: Db;
  transaction: InTransaction;
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
  { db, transaction, messenger, clock }: Deps,
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

export const watchCardsChore: Chore<Deps & EachDeps & Parameters<typeof watchChannels>[0]> = {
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
