import type { Logger } from "pino";
import type { Db } from "../../platform/database/schema.ts";
import type { Clock } from "../../platform/process/clock.ts";
import type { Job } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Messenger, People } from "../../platform/slack/slack.ts";
import { findPolicy } from "../queries/companies.ts";
import type { PostedMessage } from "../queries/messages.ts";
import { findMessage } from "../queries/messages.ts";
import { countReminders, findRequest, noteReminders } from "../queries/requests.ts";
import { isHeld } from "../queries/successions.ts";
import { remindersOf } from "../rules/approval/awaited.ts";
import { policyNow } from "../rules/approval/policy.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { checkReach } from "./check-reach.ts";
import { reminder } from "./reminder.ts";
import { tellEach } from "./tell-each.ts";
import { whomToRemind } from "./whom-to-remind.ts";

interface Deps {
  db: Db;
  transaction: InTransaction;
  messenger: Messenger;
  people: Pick<People, "whoIs">;
  clock: Clock;
  logger: Pick<Logger, "warn">;
}

interface Due {
  ref: RequestRef;
  request: ChangeRequest;
  card: PostedMessage;
  /** Which reminder it is, counted from one. */
  nth: number;
  isLast: boolean;
}

/**
 * Asks those who are still waited for once more: in the thread under the card, or each alone where that cannot be reached.
 * It is noted before it is posted, so that of two at once one does it, and what may stand there already is not said twice;
 * of several that are due one is said. A job that comes too early leaves it to the sweep.
 */
export async function remindApprovers(deps: Deps, ref: RequestRef): Promise<void> {
  const { db, transaction, clock, logger } = deps;
  const request = await findRequest(db, ref);
  const card = await findMessage(db, ref, "approval-card");
  const now = clock();
  if (request?.state.status !== "pending" || !card || now >= request.expiresAt) return;
  const times = remindersOf(request);
  const nth = times.filter((time) => time <= now).length;
  const before = await countReminders(db, ref);
  const next = times[nth] ?? null;
  if (nth <= before) return;
  if (!(await noteReminders(db, ref, { before, after: nth, next }))) return;
  try {
    await remind(deps, { ref, request, card, nth, isLast: nth === times.length });
  } catch (error) {
    if (hasNotLanded(error)) {
      await noteReminders(db, ref, { before: nth, after: before, next: times[before] ?? null });
      throw error;
    }
    logger.warn({ err: error, ...ref }, "a reminder may have been lost; it is not said twice");
  }
  if (next !== null) {
    await transaction((tx) =>
      tx.enqueue({ name: "remind-approvers", request: ref, startAfter: next }),
    );
  }
}

export const remindApproversJob: Job<Deps, "remind-approvers"> = {
  name: "remind-approvers",
  does: "reminding those who are waited for",
  expireInSeconds: 60,
  isOneAtATime: true,
  work: remindApprovers,
};

async function remind(deps: Deps, { ref, request, card, nth, isLast }: Due): Promise<void> {
  const { db, messenger, logger } = deps;
  // Nobody can approve it meanwhile.
  if (await isHeld(db, ref.workspaceId, request.connectionId)) return;
  const currentPolicy = policyNow(request, await findPolicy(db, ref.workspaceId));
  const whom = await whomToRemind(deps, request, currentPolicy);
  if (whom.people.length === 0 && whom.groups.length === 0) return;
  const about = { request, currentPolicy, isLast };
  try {
    await checkReach({ messenger }, ref.workspaceId, card.channelId);
    const how = { threadTs: card.ts, rank: "next" as const };
    await messenger.post(ref.workspaceId, card.channelId, reminder({ ...about, ...whom }), how);
  } catch (error) {
    if (!(error instanceof MessengerError && error.isOutOfReach)) throw error;
    logger.warn({ err: error, ...ref }, "the approvals channel does not take a reminder");
    const message = reminder({ ...about, people: [], groups: [] });
    const tellings = whom.people.map((userId) => ({ userId, message }));
    await tellEach(deps, { ...ref, about: "reminder", version: nth }, tellings);
  }
}

/** Slack has refused it, or it never left. */
function hasNotLanded(error: unknown): boolean {
  return !(error instanceof MessengerError) || error.code !== "unavailable";
}
