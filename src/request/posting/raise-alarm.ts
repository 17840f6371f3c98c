import type { Logger } from "pino";
import type { Db } from "../../platform/database/schema.ts";
import type { Job } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Messenger, People } from "../../platform/slack/slack.ts";
import { findPolicy } from "../queries/companies.ts";
import type { PostedMessage } from "../queries/messages.ts";
import { findMessage, saveMessage } from "../queries/messages.ts";
import { findRequest } from "../queries/requests.ts";
import { policyNow } from "../rules/approval/policy.ts";
import { isWithPeople } from "../rules/status.ts";
import { whomToTell } from "../who-is.ts";
import type { Alarm } from "./alarm.ts";
import { alarm, alarmFollows, alarmOver } from "./alarm.ts";
import { checkReach } from "./check-reach.ts";
import { settleAlarms, settled } from "./settle-alarms.ts";
import { isOpen, OVER, oneByOne, redrawn } from "./tell-each.ts";

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
  if (!request || !isWithPeople(request)) return;
  const raised = await findMessage(db, ref, "alarm");
  if (raised && raised.version >= request.version) return;

  const card = await findMessage(db, ref, "approval-card");
  const currentPolicy = policyNow(request, await findPolicy(db, ref.workspaceId));
  const cardLink = card && (await messenger.linkTo(ref.workspaceId, card));
  const what = { request, currentPolicy, cardLink };
  if (!(await inTheirChannel(deps, ref, what))) {
    const at = await toEachOfThem(deps, ref, what);
    await saveMessage(db, ref, "alarm", at);
    if (raised && isOpen(raised)) await settled(deps, ref, raised, followed(what));
  }
  // While it was raised it may have been settled.
  await settleAlarms(deps, ref);
}

export const raiseAlarmJob: Job<Deps, "raise-alarm"> = {
  name: "raise-alarm",
  does: "calling the approvers",
  expireInSeconds: 60,
  isOneAtATime: true,
  work: raiseAlarm,
};

const followed = (what: Alarm) => alarmOver({ ...what, isFollowed: true });

/** False where it cannot be reached. */
async function inTheirChannel(deps: Deps, ref: RequestRef, what: Alarm): Promise<boolean> {
  const { messenger, logger, approvalsChannelOf } = deps;
  try {
    const { workspaceId } = ref;
    const channelId = await approvalsChannelOf(workspaceId);
    if (channelId === null) return false;
    await checkReach({ messenger }, workspaceId, channelId);
    await call(deps, ref, "alarm", channelId, what);
    return true;
  } catch (error) {
    if (!(error instanceof MessengerError && error.isOutOfReach)) throw error;
    logger.warn({ err: error, ...ref }, "the approvals channel does not take an alarm");
    return false;
  }
}

async function toEachOfThem(deps: Deps, ref: RequestRef, what: Alarm): Promise<PostedMessage> {
  const approvers = await whomToTell(deps, ref.workspaceId, what.currentPolicy);
  const people = approvers.map((userId) => ({ userId }));
  const [first] = await oneByOne(deps.logger, ref, people, async ({ userId }) => {
    const channelId = await deps.messenger.directMessageWith(ref.workspaceId, userId);
    return call(deps, ref, `alarm:${userId}`, channelId, what);
  });
  if (!first) throw new Error("An alarm has reached nobody: neither a channel nor a person");
  return first;
}

/** The version of a call that does not say yet what happened: below that of any request. */
const ANNOUNCED = 0;

/**
 * A message that cannot become untrue is posted and kept first: all that a lost answer or a kill leaves behind is such a
 * message. An earlier call is taken back before.
 */
async function call(
  deps: Deps,
  ref: RequestRef,
  kind: "alarm" | `alarm:${string}`,
  channelId: string,
  what: Alarm,
): Promise<PostedMessage> {
  const { db, messenger } = deps;
  const { version } = what.request;
  let at = await findMessage(db, ref, kind);
  if (at && at.version >= version) return at;
  const isAnnounced = at?.version === ANNOUNCED && at.channelId === channelId;
  if (at && isOpen(at) && !isAnnounced) await settled(deps, ref, at, followed(what));
  if (!at || !isAnnounced) {
    const posted = await messenger.post(ref.workspaceId, channelId, alarmFollows(what));
    at = { ...posted, version: ANNOUNCED };
    await saveMessage(db, ref, kind, at);
  }
  if (!(await redrawn(messenger, ref, at, alarm(what)))) {
    // Somebody has deleted it meanwhile.
    await saveMessage(db, ref, kind, { ...at, version: OVER });
    return call(deps, ref, kind, channelId, what);
  }
  const told = { ...at, version };
  await saveMessage(db, ref, kind, told);
  return told;
}
