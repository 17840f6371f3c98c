import type { Logger } from "pino";
import type { Clock } from "../../platform/process/clock.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Messenger, People } from "../../platform/slack/slack.ts";
import { requestFacts } from "../card/request-facts.ts";
import type { Store } from "../queries/store-port.ts";
import { tellOfDeletion } from "./card-deletion.ts";
import { isWithinReach } from "./check-reach.ts";
import { drawCard } from "./draw-card.ts";
import { settleAlarms } from "./settle-alarms.ts";
import { endOutage, isOutage, tellOfOutage } from "./tell-of-outage.ts";

interface Deps {
  store: Store;
  messenger: Messenger;
  people: Pick<People, "whoIs">;
  clock: Clock;
  logger: Pick<Logger, "warn">;
  approvalsChannelOf: (workspaceId: string) => Promise<string | null>;
}

/**
 * Draws a request's card from what is true now, however late and however often it runs. A channel that does not take it
 * is no failure: those concerned are told by direct message, and the sweep has it tried again. Whom it called to look at
 * the request learns that this is over.
 */
export async function updateApprovalCard(deps: Deps, ref: RequestRef): Promise<void> {
  await drawnOrTold(deps, ref);
  await settleAlarms(deps, ref);
}

async function drawnOrTold(deps: Deps, ref: RequestRef): Promise<void> {
  const request = await deps.store.findRequest(ref);
  if (!request) return;
  const channelId = await deps.approvalsChannelOf(ref.workspaceId);
  // The workspace is not set up any more, or not yet: there is no place for a card.
  if (channelId === null) return;
  try {
    const card = await drawCard(deps, request, channelId);
    await tellOfDeletion(deps, request, card);
    if (!(await isOutage(deps, ref))) return;
    if (!(await isWithinReach(deps, ref.workspaceId, card.channelId))) return;
    await endOutage(deps, ref, await requestFacts(deps, request), card);
  } catch (error) {
    if (!(error instanceof MessengerError && error.isOutOfReach)) throw error;
    deps.logger.warn({ err: error, ...ref }, "the approvals channel does not take a card");
    const facts = await requestFacts(deps, request);
    await tellOfOutage(deps, ref, facts, { channelId, because: error.code });
  }
}
