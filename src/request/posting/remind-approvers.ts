import { isNamedFor, isOwn } from "../../authority/quorum.ts";
import type { Roster } from "../../authority/roster.ts";
import type { Job } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { actions, button } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import { bold, date, everyone, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { People } from "../../platform/slack/slack.ts";
import { counted, hourIn } from "../../platform/text/times.ts";
import { requestText } from "../card/approval-card.ts";
import { buttonValue } from "../card/button-value.ts";
import type { Context } from "../context.ts";
import { findPolicy } from "../queries/companies.ts";
import type { PostedMessage } from "../queries/messages.ts";
import { findMessage } from "../queries/messages.ts";
import { countReminders, noteReminders } from "../queries/reminders.ts";
import { findRequest } from "../queries/requests.ts";
import { isHeld } from "../queries/successions.ts";
import type { ApprovalPolicy } from "../rules/approval/approval-policy.ts";
import {
  approvalCount,
  awaited,
  isForPeopleAtWork,
  remindersOf,
  WORKING_HOURS,
} from "../rules/approval/awaited.ts";
import { policyNow } from "../rules/approval/policy.ts";
import { groupsOf, requirementsNow } from "../rules/approval/requirements.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { requestName } from "../words.ts";
import { checkReach } from "./reach.ts";
import { tellEach } from "./tell-each.ts";

type Reminding = Pick<Context, "db" | "transaction" | "messenger" | "people" | "clock" | "logger">;

interface Due {
  ref: RequestRef;
  request: ChangeRequest;
  card: PostedMessage;
  /** Which reminder it is, counted from one. */
  nth: number;
  isLast: boolean;
}

/**
 * Reminds the awaited approvers: in the thread under the card, or by direct message if that cannot be reached. It is
 * noted before it is posted, so that only one of two runs does it and nothing is said twice; of several due reminders
 * one is sent. A job that comes too early leaves it to the sweep.
 */
export async function remindApprovers(context: Reminding, ref: RequestRef): Promise<void> {
  const { db, transaction, clock, logger } = context;
  const request = await findRequest(db, ref);
  const card = await findMessage(db, ref, "approval-card");
  const now = clock();
  if (request?.state.status !== "pending" || !card || now >= request.expiresAt) return;
  const times = remindersOf(request);
  const nth = times.filter((time) => time <= now).length;
  const before = await countReminders(db, ref);
  const next = times[nth] ?? null;
  if (nth <= before) {
    // A release may have made the usual times later: the sweep must not find this one again in each round.
    await noteReminders(db, ref, { before, after: before, next: times[before] ?? null });
    return;
  }
  if (!(await noteReminders(db, ref, { before, after: nth, next }))) return;
  try {
    await remind(context, { ref, request, card, nth, isLast: nth === times.length });
  } catch (error) {
    // It never left, or Slack has refused it.
    if (!(error instanceof MessengerError) || error.isRefusal) {
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

export const remindApproversJob: Job<Reminding, "remind-approvers"> = {
  name: "remind-approvers",
  does: "reminding the approvers who are still needed",
  expireInSeconds: 60,
  isOneAtATime: true,
  work: remindApprovers,
};

async function remind(context: Reminding, { ref, request, card, nth, isLast }: Due): Promise<void> {
  const { db, messenger, logger } = context;
  // Nobody can approve it at present.
  if (await isHeld(db, ref.workspaceId, request.connectionId)) return;
  const currentPolicy = policyNow(request, await findPolicy(db, ref.workspaceId));
  const all = await whomToRemind(context, request, currentPolicy);
  const whom = isForPeopleAtWork(request, nth) ? await atWork(context, ref.workspaceId, all) : all;
  if (whom.people.length === 0 && whom.groups.length === 0) return;
  const about = { request, currentPolicy, isLast };
  try {
    await checkReach({ messenger }, ref.workspaceId, card.channelId);
    const how = { threadTs: card.ts, rank: "next" as const };
    await messenger.post(ref.workspaceId, card.channelId, reminder({ ...about, ...whom }), how);
  } catch (error) {
    if (!(error instanceof MessengerError && error.isOutOfReach)) throw error;
    logger.warn({ err: error, ...ref }, "the approvals channel does not take a reminder");
    const message = reminder({ ...about, people: [], groups: [], isAlone: true });
    const tellings = whom.people.map((userId) => ({ userId, message }));
    await tellEach(context, { ...ref, about: "reminder", version: nth }, tellings);
  }
}

/** The approvers who have working hours now; a group has no time zone, so UTC counts. */
async function atWork(
  { people, clock }: Pick<Reminding, "people" | "clock">,
  workspaceId: string,
  whom: Reminded,
): Promise<Reminded> {
  const now = clock();
  const [from, until] = WORKING_HOURS;
  const isAtWork = (timeZone?: string) => {
    const hour = hourIn(timeZone, now);
    return from <= hour && hour < until;
  };
  const zones = await Promise.all(
    whom.people.map((userId) => people.timeZoneOf(workspaceId, userId)),
  );
  return {
    people: whom.people.filter((_, index) => isAtWork(zones[index])),
    groups: isAtWork() ? whom.groups : [],
  };
}

/** A larger group is mentioned as a group, even if some of its members need no reminder. */
const MOST_OF_A_GROUP = 30;
const INACTIVE: readonly unknown[] = ["deactivated", "bot", "guest", "stranger"];

export interface Reminded {
  people: readonly string[];
  /** Large groups, and groups whose members Slack does not show. */
  groups: readonly string[];
}

/**
 * Finds the people to remind, each once: they may still approve and can be reached. Leaves out the requester and people
 * who have approved.
 */
export async function whomToRemind(
  { people }: { people: Pick<People, "whoIs"> },
  request: ChangeRequest,
  current: ApprovalPolicy,
): Promise<Reminded> {
  const { workspaceId } = request;
  const waiting = awaited(request, current);
  const requirements = requirementsNow(request, current);
  const allGroups = groupsOf(requirements);
  const { members } = await people.whoIs(workspaceId, [], allGroups, "of-a-minute");
  const sizes = waiting.groups.map((group) => ({ group, users: members.get(group) ?? null }));
  const small = sizes.flatMap(({ users }) =>
    users && users.length <= MOST_OF_A_GROUP ? users : [],
  );
  const isWhole = (users: readonly string[] | null) =>
    users === null || users.length > MOST_OF_A_GROUP;
  const done = [request.requestedBy, ...request.approvals.map(({ by }) => by)];
  const candidates = [...new Set([...waiting.people, ...small])];
  const { standings, persons } = await people.whoIs(
    workspaceId,
    [...candidates, ...done],
    [],
    "of-a-minute",
  );
  const roster: Roster = { standings, persons, members };
  return {
    people: candidates.filter(
      (user) =>
        !done.includes(user) &&
        !INACTIVE.includes(standings.get(user)) &&
        requirements.some((each) => isNamedFor(user, each, roster) !== "no") &&
        isOwn(user, done, roster) !== "yes",
    ),
    groups: sizes.filter(({ users }) => isWhole(users)).map(({ group }) => group),
  };
}

export interface Reminder {
  request: ChangeRequest;
  currentPolicy: ApprovalPolicy;
  /** The people who are mentioned. */
  people: readonly string[];
  groups: readonly string[];
  isLast: boolean;
  /** By direct message: no card is near by. */
  isAlone?: boolean;
}

/** Reminds the awaited approvers. */
export function reminder({
  request,
  currentPolicy,
  people,
  groups,
  isLast,
  isAlone = false,
}: Reminder): Message {
  const { missing } = approvalCount(request, currentPolicy);
  const whom = everyone(people, groups);
  return messageWith(
    requestText({ request, currentPolicy }),
    richText(
      [
        ...(whom.length > 0 ? [...whom, ": "] : []),
        bold(requestName(request)),
        ` still waits for ${counted(Math.max(1, missing), "approval")}.`,
      ],
      [isLast && "This is the last reminder. ", "It expires ", date(request.expiresAt), "."],
    ),
    // It stays true once the request has ended: nobody redraws a reminder.
    ...(isAlone ? [actions(button("View request", action.showRequest, buttonValue(request)))] : []),
  );
}
