import type { Approval, ChangeRequest } from "../change-request.ts";
import type { ApprovalPolicy } from "./approval-policy.ts";
import { groupsFor } from "./approval-policy.ts";
import { MOST_WRONG_ANSWERS } from "./challenge.ts";

/** Who may still approve a request, as far as its rules say: who is in a group, only Slack knows. */
export interface Awaited {
  /** Named by themselves. */
  people: readonly string[];
  /** User groups, of which members may. */
  groups: readonly string[];
  /** Named by themselves too, but neither mentioned nor reminded. */
  quiet: readonly string[];
}

type Named = Pick<ApprovalPolicy, "approvers" | "groups" | "members" | "quiet">;

/** Those whom both policies name, and who neither asked for it, nor were heard, nor have used up their attempts. */
export function awaited(
  request: Pick<ChangeRequest, "policy" | "requestedBy" | "approvals" | "wrongAnswers">,
  current: Named,
): Awaited {
  const { policy: frozen } = request;
  const heard = new Set([
    request.requestedBy,
    ...request.approvals.map(({ by }) => by),
    ...outOfAttempts(request),
  ]);
  const left = namedBoth(frozen, current).filter((each) => !heard.has(each));
  const quiet = new Set(quietIn(frozen, current));
  return {
    people: left.filter((each) => !quiet.has(each)),
    groups: groupsBoth(frozen, current),
    quiet: left.filter((each) => quiet.has(each)),
  };
}

/** The approvals of those whom both policies may name still: one who was taken out of either counts no more. */
export function approvalsStanding(
  { approvals, policy: frozen }: Pick<ChangeRequest, "policy" | "approvals">,
  current: Named,
): Approval[] {
  return approvals.filter(({ by }) => mayBeNamed(by, frozen) && mayBeNamed(by, current));
}

/** Everyone who is to be left in peace by one policy or the other. */
export function quietIn(frozen: Named, current: Named): string[] {
  return [...(frozen.quiet ?? []), ...(current.quiet ?? [])];
}

/** Also whoever is named by one, and may be in a group of the other. */
function namedBoth(frozen: Named, current: Named): string[] {
  const all = [...new Set([...frozen.approvers, ...current.approvers])];
  return all.filter((user) => mayBeNamed(user, frozen) && mayBeNamed(user, current));
}

const mayBeNamed = (user: string, policy: Named) =>
  policy.approvers.includes(user) || groupsFor(user, policy).length > 0;

/** Where they have none in common, whoever is in one of each counts. */
function groupsBoth(frozen: Named, current: Named): readonly string[] {
  const common = frozen.groups.filter((group) => current.groups.includes(group));
  return common.length > 0 || frozen.groups.length === 0 ? common : current.groups;
}

/** Those who have typed so many wrong groups of the value that they cannot approve it any more. */
export function outOfAttempts({ wrongAnswers }: Pick<ChangeRequest, "wrongAnswers">): string[] {
  return Object.entries(wrongAnswers)
    .filter(([, times]) => times >= MOST_WRONG_ANSWERS)
    .map(([by]) => by);
}
