import { isNamedFor, isOwn } from "../../authority/quorum.ts";
import type { Roster } from "../../authority/roster.ts";
import type { People } from "../../platform/slack/slack.ts";
import type { ApprovalPolicy } from "../rules/approval/approval-policy.ts";
import { awaited, quietIn } from "../rules/approval/awaited.ts";
import { groupsOf, requirementsNow } from "../rules/approval/requirements.ts";
import type { ChangeRequest } from "../rules/change-request.ts";

/** A group of more is mentioned as a group, also where some in it need not be asked any more. */
const MOST_OF_A_GROUP = 30;
const INACTIVE: readonly unknown[] = ["deactivated", "bot", "guest", "stranger"];

export interface Reminded {
  people: readonly string[];
  /** Those that are large, or of which Slack does not say who is in them. */
  groups: readonly string[];
}

/**
 * Who is asked again: those who may still approve and can be reached, each once, and nobody who asked for it, has approved
 * it, or is to be left in peace.
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
  const left = new Set([...quietIn(request.policy, current), ...done]);
  return {
    people: candidates.filter(
      (user) =>
        !left.has(user) &&
        !INACTIVE.includes(standings.get(user)) &&
        requirements.some((each) => isNamedFor(user, each, roster) !== "no") &&
        isOwn(user, done, roster) !== "yes",
    ),
    groups: sizes.filter(({ users }) => isWhole(users)).map(({ group }) => group),
  };
}
