import type { Roster } from "../authority/roster.ts";
import { AUTHORITY } from "../authority/table.ts";
import { overOneConnection } from "../platform/database/at-once.ts";
import type { Db } from "../platform/database/schema.ts";
import { ToldError } from "../platform/queue/why-failed.ts";
import type { Freshness, People } from "../platform/slack/slack.ts";
import type { Context } from "./context.ts";
import { findPolicy } from "./queries/companies.ts";
import { findDestinationByServiceId } from "./queries/destinations.ts";
import type { ApprovalPolicy } from "./rules/approval/approval-policy.ts";
import type { Policy } from "./rules/approval/policy.ts";
import { everyApprover, everyGroup, policyNow } from "./rules/approval/policy.ts";
import { groupsOf, requirementsNow } from "./rules/approval/requirements.ts";
import { deedOf } from "./rules/change.ts";
import type { ChangeRequest } from "./rules/change-request.ts";
import { serviceIdOf } from "./rules/destination.ts";
import { subjectOf } from "./rules/kind-rules.ts";

type Asks = { people: Pick<People, "whoIs"> };

interface Look {
  /** `now` by default. */
  freshness?: Freshness;
  /** Any approver may deny: every group of the policy is looked up, not only those that approve. */
  isToStop?: boolean;
}

/**
 * Asks Slack about everybody on whom a decision about a request rests: the people who act, the requester, the
 * approvers, the person who added its destination, and the groups that may approve it. It comes before the decision,
 * for which somebody named since then is not known.
 */
export async function rosterFor(
  { db, people }: Asks & Pick<Context, "db">,
  request: ChangeRequest,
  acting: readonly string[] = [],
  { freshness = "now", isToStop = false }: Look = {},
): Promise<Roster> {
  const { workspaceId, requestedBy, approvals } = request;
  const [inForce, addedBy] = await overOneConnection(db, (db) =>
    Promise.all([findPolicy(db, workspaceId), adderOf(db, request)]),
  );
  const users = [...acting, requestedBy, ...approvals.map(({ by }) => by), ...addedBy];
  const now = policyNow(request, inForce);
  const isForIds = request.state.status === "needs-a-person";
  const forIds = isForIds ? requirementsNow(request, now, AUTHORITY["enter-id"]) : [];
  const groups = groupsOf([...requirementsNow(request, now), ...forIds]);
  const stopping = isToStop ? everyGroup(inForce) : [];
  return people.whoIs(workspaceId, users, [...new Set([...groups, ...stopping])], freshness);
}

/** The person who added the destination of a Rail may not approve its first use alone. */
async function adderOf(db: Db, request: ChangeRequest): Promise<string[]> {
  const serviceId = subjectOf(request)?.serviceId ?? null;
  const { isNotForAdderAlone } = AUTHORITY[deedOf(request.content.change)];
  if (!isNotForAdderAlone || serviceId === null) return [];
  const found = await findDestinationByServiceId(db, request.connectionId, serviceId);
  return found && serviceIdOf(found) === serviceId ? [found.addedBy] : [];
}

/** The same for these people if it is about the policy as a whole. */
export function rosterOfPolicy(
  { people }: Asks,
  workspaceId: string,
  policy: Pick<Policy, "rules">,
  acting: readonly string[],
  freshness: Freshness,
): Promise<Roster> {
  return people.whoIs(workspaceId, acting, everyGroup(policy), freshness);
}

/**
 * Finds the people to tell directly about a request: each who may approve it now, by name or through a group, once.
 * Leaves out groups that Slack does not show.
 */
export async function whomToTell(
  { people }: Asks,
  workspaceId: string,
  policy: Pick<ApprovalPolicy, "approvers" | "groups">,
): Promise<string[]> {
  return namedIn(policy, await people.whoIs(workspaceId, [], policy.groups, "of-a-minute"));
}

/** Everybody who is named for anything, or in a named group. Leaves out groups that Slack does not show. */
export async function everyoneNamed(
  context: Asks,
  workspaceId: string,
  policy: Pick<Policy, "rules">,
): Promise<string[]> {
  const roster = await rosterOfPolicy(context, workspaceId, policy, [], "of-a-minute");
  return namedIn({ approvers: everyApprover(policy), groups: everyGroup(policy) }, roster);
}

/** Each person whom a rule names, once, by name or through a group. */
function namedIn(
  { approvers, groups }: { approvers: readonly string[]; groups: readonly string[] },
  { members }: Pick<Roster, "members">,
): string[] {
  return [...new Set([...approvers, ...groups.flatMap((group) => members.get(group) ?? [])])];
}

/** Makes a job try again: nobody's approval lapses because Slack did not answer. */
export class StandingsNotKnown extends ToldError {
  override readonly name = "StandingsNotKnown";

  constructor() {
    super("Slack could not say whether the approvers still count; tried again");
  }
}
