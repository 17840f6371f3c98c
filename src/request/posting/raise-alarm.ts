import type { Logger } from "pino";
import type { Db } from "../../platform/database/schema.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Message, Messenger, People } from "../../platform/slack/slack.ts";
import { findPolicy } from "../queries/companies.ts";
import { findMessage, saveMessage } from "../queries/messages.ts";
import type { PostedMessage } from "../queries/posted-message.ts";
import { findRequest } from "../queries/requests.ts";
import type { ApprovalPolicy } from "../rules/approval/approval-policy.ts";
import { policyNow } from "../rules/approval/policy.ts";
import { whomToTell } from "../who-is.ts";
import { alarm, alarmOver } from "./alarm.ts";
import { checkReach } from "./check-reach.ts";
import { isAlarming, settleAlarms, settled } from "./settle-alarms.ts";
import { isOpen, tellEach } from "./tell-each.ts";

interface Deps {
  db: Db;
  transaction: InTransaction;
  messenger: Messenger;
  people: Pick<People, "whoIs">;
  logger: Pick<Logger, "warn">;
  approvalsChannelOf: (workspaceId: string) => Promise<string | null>;
}

/**
 * Calls the approvers, once per state of alarm, to a request that must not go on by itself: in their channel, or each of
 * them by direct message where that cannot be.
 */
export async function raiseAlarm(deps: Deps, ref: RequestRef): Promise<void> {
  const { db, messenger } = deps;
  const request = await findRequest(db, ref);
  if (!request || !isAlarming(request)) return;
  const raised = await findMessage(db, ref, "alarm");
  if (raised && raised.version >= request.version) return;

  const card = await findMessage(db, ref, "approval-card");
  const currentPolicy = policyNow(request, await findPolicy(db, ref.workspaceId));
  const cardLink = card && (await messenger.linkTo(ref.workspaceId, card));
  const { version } = request;
  const message = alarm({ request, currentPolicy, cardLink });
  const at =
    (await inTheirChannel(deps, ref, message)) ??
    (await toEachOfThem(deps, { ...ref, version }, currentPolicy, message));
  await saveMessage(db, ref, "alarm", { ...at, version });
  if (raised && isOpen(raised)) {
    const followed = alarmOver({ request, currentPolicy, cardLink, isFollowed: true });
    await settled(deps, ref, raised, followed);
  }
  // While it was raised it may have been settled.
  await settleAlarms(deps, ref);
}

type Place = Pick<PostedMessage, "channelId" | "ts">;

/** Undefined where it cannot be reached. */
async function inTheirChannel(
  { messenger, logger, approvalsChannelOf }: Deps,
  ref: RequestRef,
  message: Message,
): Promise<Place | undefined> {
  try {
    const { workspaceId } = ref;
    const channelId = await approvalsChannelOf(workspaceId);
    if (channelId === null) return undefined;
    await checkReach({ messenger }, workspaceId, channelId);
    return await messenger.post(workspaceId, channelId, message);
  } catch (error) {
    if (!(error instanceof MessengerError && error.isOutOfReach)) throw error;
    logger.warn({ err: error, ...ref }, "the approvals channel does not take an alarm");
    return undefined;
  }
}

async function toEachOfThem(
  deps: Deps,
  what: RequestRef & { version: number },
  policy: ApprovalPolicy,
  message: Message,
): Promise<Place> {
  const approvers = await whomToTell(deps, what.workspaceId, policy);
  const tellings = approvers.map((userId) => ({ userId, message }));
  const [first] = await tellEach(deps, { ...what, about: "alarm" }, tellings);
  if (!first) throw new Error("An alarm has reached nobody: neither a channel nor a person");
  return first;
}
