import type { Job } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Messenger } from "../../platform/slack/slack.ts";
import type { Context } from "../context.ts";
import { findPolicy } from "../queries/companies.ts";
import type { PostedMessage } from "../queries/messages.ts";
import { findMessage, listTold, saveMessage } from "../queries/messages.ts";
import { findRequest } from "../queries/requests.ts";
import { policyNow } from "../rules/approval/policy.ts";
import { isWithPeople } from "../rules/status.ts";
import { whomToTell } from "../who-is.ts";
import type { Alarm } from "./alarm.ts";
import { alarm, alarmFollows, alarmOver } from "./alarm.ts";
import { checkReach } from "./reach.ts";
import { isOpen, OVER, oneByOne, redrawn } from "./tell-each.ts";

type Calling = Pick<
  Context,
  "db" | "messenger" | "people" | "logger" | "clock" | "approvalsChannelOf"
>;

/**
 * Calls the approvers, once for each state of alarm, to a request that must not continue by itself: in their channel,
 * or by direct message if the channel fails.
 */
export async function raiseAlarm(context: Calling, ref: RequestRef): Promise<void> {
  const { db, messenger } = context;
  const request = await findRequest(db, ref);
  if (!request || !isWithPeople(request)) return;
  const raised = await findMessage(db, ref, "alarm");
  if (raised && raised.version >= request.version) return;

  const card = await findMessage(db, ref, "approval-card");
  const currentPolicy = policyNow(request, await findPolicy(db, ref.workspaceId));
  const cardLink = card && (await messenger.linkTo(ref.workspaceId, card));
  const what = { request, currentPolicy, cardLink, now: context.clock() };
  if (!(await inTheirChannel(context, ref, what))) {
    const at = await toEachOfThem(context, ref, what);
    await saveMessage(db, ref, "alarm", at);
    if (raised && isOpen(raised)) await settled(context, ref, raised, followed(what));
  }
  // Somebody may have settled it while it was raised.
  await settleAlarms(context, ref);
}

export const raiseAlarmJob: Job<Calling, "raise-alarm"> = {
  name: "raise-alarm",
  does: "calling the approvers",
  expireInSeconds: 60,
  isOneAtATime: true,
  work: raiseAlarm,
};

const followed = (what: Alarm) => alarmOver({ ...what, isFollowed: true });

/** False if it cannot be reached. */
async function inTheirChannel(context: Calling, ref: RequestRef, what: Alarm): Promise<boolean> {
  const { messenger, logger, approvalsChannelOf } = context;
  try {
    const { workspaceId } = ref;
    const channelId = await approvalsChannelOf(workspaceId);
    if (channelId === null) return false;
    await checkReach({ messenger }, workspaceId, channelId);
    await call(context, ref, "alarm", channelId, what);
    return true;
  } catch (error) {
    if (!(error instanceof MessengerError && error.isOutOfReach)) throw error;
    logger.warn({ err: error, ...ref }, "the approvals channel does not take an alarm");
    return false;
  }
}

async function toEachOfThem(
  context: Calling,
  ref: RequestRef,
  what: Alarm,
): Promise<PostedMessage> {
  const approvers = await whomToTell(context, ref.workspaceId, what.currentPolicy);
  const people = approvers.map((userId) => ({ userId }));
  const [first] = await oneByOne(context.logger, ref, people, async ({ userId }) => {
    const channelId = await context.messenger.directMessageWith(ref.workspaceId, userId);
    return call(context, ref, `alarm:${userId}`, channelId, what);
  });
  if (!first) throw new Error("An alarm has reached nobody: neither a channel nor a person");
  return first;
}

/** The version of a call that does not say yet what happened: lower than that of any request. */
const ANNOUNCED = 0;

/**
 * A message that cannot become untrue is posted and kept first: a lost answer or a kill leaves only this message. An
 * earlier call is taken back before.
 */
async function call(
  context: Calling,
  ref: RequestRef,
  kind: "alarm" | `alarm:${string}`,
  channelId: string,
  what: Alarm,
): Promise<PostedMessage> {
  const { db, messenger } = context;
  const { version } = what.request;
  let at = await findMessage(db, ref, kind);
  if (at && at.version >= version) return at;
  const isAnnounced = at?.version === ANNOUNCED && at.channelId === channelId;
  if (at && isOpen(at) && !isAnnounced) await settled(context, ref, at, followed(what));
  if (!at || !isAnnounced) {
    const posted = await messenger.post(ref.workspaceId, channelId, alarmFollows(what));
    at = { ...posted, version: ANNOUNCED };
    await saveMessage(db, ref, kind, at);
  }
  if (!(await redrawn(messenger, ref, at, alarm(what)))) {
    // Somebody deleted it meanwhile.
    await saveMessage(db, ref, kind, { ...at, version: OVER });
    return call(context, ref, kind, channelId, what);
  }
  const told = { ...at, version };
  await saveMessage(db, ref, kind, told);
  return told;
}

/** Updates the messages that called people to a request, including direct ones: nobody has to look at it any more. */
export async function settleAlarms(
  context: Pick<Context, "db" | "messenger" | "logger">,
  ref: RequestRef,
): Promise<void> {
  const { db, messenger } = context;
  const raised = await findMessage(db, ref, "alarm");
  if (!raised || !isOpen(raised)) return;
  const request = await findRequest(db, ref);
  if (!request || isWithPeople(request)) return;

  const currentPolicy = policyNow(request, await findPolicy(db, ref.workspaceId));
  const card = await findMessage(db, ref, "approval-card");
  const cardLink = card && (await messenger.linkTo(ref.workspaceId, card));
  const message = alarmOver({ request, currentPolicy, cardLink });
  const called = await listTold(db, ref, "alarm");
  const kinds = [...called.map(({ userId }) => `alarm:${userId}` as const), "alarm" as const];
  // The message that marks it as unsettled comes last.
  for (const kind of kinds) {
    const told = await findMessage(db, ref, kind);
    if (!told || !isOpen(told)) continue;
    await settled(context, ref, told, message);
    await saveMessage(db, ref, kind, { ...told, version: OVER });
  }
}

/** Redraws a call that is over; one that can never be redrawn stays as it is. */
export async function settled(
  { messenger, logger }: Pick<Context, "messenger" | "logger">,
  ref: RequestRef,
  at: PostedMessage,
  message: Parameters<Messenger["update"]>[2],
): Promise<void> {
  try {
    await checkReach({ messenger }, ref.workspaceId, at.channelId, "of-a-minute");
    await redrawn(messenger, ref, at, message);
  } catch (error) {
    if (!(error instanceof MessengerError) || error.mayPass) throw error;
    logger.warn({ err: error, ...ref }, "a call to people stays as it is");
  }
}
