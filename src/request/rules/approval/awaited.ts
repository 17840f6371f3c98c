import type { Lack } from "../../../authority/quorum.ts";
import { lacking } from "../../../authority/quorum.ts";
import type { Named } from "../../../authority/roster.ts";
import { groupsFor, NOBODY_KNOWN } from "../../../authority/roster.ts";
import type { Approval, ChangeRequest } from "../change-request.ts";
import type { ApprovalPolicy } from "./approval-policy.ts";
import { MOST_WRONG_ANSWERS } from "./challenge.ts";
import { namedBy, requirementsNow } from "./requirements.ts";
import { USUAL_REMINDERS } from "./usual-policy.ts";

/** People who may still approve a request, by its rules alone: only Slack knows who is in a group. */
export interface Awaited {
  /** Named by themselves. */
  people: readonly string[];
  /** User groups whose members may. */
  groups: readonly string[];
}

/** People named by both policies who did not make the request, have not decided, and have attempts left. */
export function awaited(
  request: Pick<ChangeRequest, "policy" | "requestedBy" | "approvals" | "wrongAnswers">,
  current: ApprovalPolicy,
): Awaited {
  const { frozen, now } = namedBy(request, current);
  const heard = new Set([
    request.requestedBy,
    ...request.approvals.map(({ by }) => by),
    ...outOfAttempts(request),
  ]);
  return {
    people: namedBoth(frozen, now).filter((each) => !heard.has(each)),
    groups: groupsBoth(frozen, now),
  };
}

/** The approvals of people whom both policies may still name: a person removed from either no longer counts. */
export function approvalsStanding(
  request: Pick<ChangeRequest, "policy" | "approvals">,
  current: ApprovalPolicy,
): Approval[] {
  const { frozen, now } = namedBy(request, current);
  return request.approvals.filter(({ by }) => mayBeNamed(by, frozen) && mayBeNamed(by, now));
}

/**
 * How many approvals there are, how many it takes at least, and which rules still need some. A person named by several
 * rules counts for each, so more than `needed` may be needed if the rules name different people.
 */
export function approvalCount(
  request: Pick<ChangeRequest, "policy" | "content" | "approvals">,
  current: ApprovalPolicy,
): { given: number; needed: number; missing: number; lacks: readonly Lack[] } {
  const requirements = requirementsNow(request, current);
  const people = approvalsStanding(request, current).map(({ by }) => by);
  // Only Slack knows who is in a group, so a card counts everybody who approved.
  const lacks = lacking(people, requirements, NOBODY_KNOWN, "yes");
  const missing = Math.max(0, ...lacks.map(({ wanted }) => wanted));
  const needed = Math.max(people.length + missing, ...requirements.map((each) => each.needed));
  return { given: people.length, needed, missing, lacks };
}

/** Includes people whom one policy names and who may be in a group of the other. */
function namedBoth(frozen: Named, current: Named): string[] {
  const all = [...new Set([...frozen.approvers, ...current.approvers])];
  return all.filter((user) => mayBeNamed(user, frozen) && mayBeNamed(user, current));
}

const mayBeNamed = (user: string, policy: Named) =>
  policy.approvers.includes(user) || groupsFor(user, policy).length > 0;

/** Without a common group, people who are in one of each count. */
function groupsBoth(frozen: Named, current: Named): readonly string[] {
  const common = frozen.groups.filter((group) => current.groups.includes(group));
  return common.length > 0 || frozen.groups.length === 0 ? common : current.groups;
}

/** People who typed so many wrong groups of the value that they can no longer approve it. */
export function outOfAttempts({ wrongAnswers }: Pick<ChangeRequest, "wrongAnswers">): string[] {
  return Object.entries(wrongAnswers)
    .filter(([, times]) => times >= MOST_WRONG_ANSWERS)
    .map(([by]) => by);
}

type Waiting = Pick<ChangeRequest, "requestedAt" | "expiresAt"> & {
  policy: Pick<ChangeRequest["policy"], "remindAfterHours">;
};

const HOUR_MS = 3_600_000;

/** In each person's own time zone: from the first of these hours until the second. */
export const WORKING_HOURS = [9, 17] as const;

/** After the second, one time in each stretch as long as the working hours: one a day falls into everybody's hours. */
function usualHours(lasts: number): number[] {
  const [from, until] = WORKING_HOURS;
  const [first, second] = USUAL_REMINDERS;
  const most = Math.max(0, Math.ceil((lasts - second) / (until - from)));
  const later = Array.from({ length: most }, (_, nth) => second + nth * (until - from));
  return [first, ...later];
}

/** Whether the reminder, counted from one, mentions only people at work: a usual daily reminder does. */
export const isForPeopleAtWork = ({ policy }: Pick<Waiting, "policy">, nth: number): boolean =>
  policy.remindAfterHours.length === 0 && nth > USUAL_REMINDERS.length;

/** When the awaited approvers get the next reminder, ISO 8601; never after it has expired. */
export function remindersOf({ requestedAt, expiresAt, policy }: Waiting): string[] {
  const lasts = (Date.parse(expiresAt) - Date.parse(requestedAt)) / HOUR_MS;
  const all = policy.remindAfterHours.length > 0 ? policy.remindAfterHours : usualHours(lasts);
  const times = all.map((hours) =>
    new Date(Date.parse(requestedAt) + hours * HOUR_MS).toISOString(),
  );
  return [...new Set(times)].sort().filter((time) => time < expiresAt);
}
