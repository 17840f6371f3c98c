import { whyMayNot } from "../authority/judge.ts";
import type { RailRow } from "../rail/screens/rail-row.ts";
import type { Context } from "../request/context.ts";
import { proposersOf } from "../request/decide-request.ts";
import { awaited } from "../request/rules/approval/awaited.ts";
import type { Policy } from "../request/rules/approval/policy.ts";
import { everyGroup, namedAnywhere, policyNow } from "../request/rules/approval/policy.ts";
import type { ChangeRequest } from "../request/rules/change-request.ts";
import type { Command } from "../request/rules/decide.ts";
import { remediesFor } from "../request/rules/remedies-for.ts";
import { refusalNow } from "../request/screens/whose-request.ts";
import { myReviews } from "../review/my-reviews.ts";

/** What waits for one person. */
export interface Waiting {
  /** Requests that they may approve and have not approved yet. */
  approvals: readonly ChangeRequest[];
  /** Requests of which they may decide how they end. */
  remedies: readonly ChangeRequest[];
  /** Rails that nobody approved here, or with a reported problem, while nobody has decided or asked to adopt them. */
  rails: readonly RailRow[];
  /** How many Rails, destinations and approvers they may decide about in the open review. */
  reviews: number;
}

type Asking = Pick<Context, "db" | "people" | "pins" | "clock">;

/** Judged by the rules themselves, after a quick look that spares them most requests. */
export async function waitingFor(
  context: Asking,
  at: { workspaceId: string; userId: string },
  policy: Policy,
  { rails, open }: { rails: readonly RailRow[]; open: readonly ChangeRequest[] },
): Promise<Waiting> {
  const { workspaceId, userId } = at;
  const mayWait = open.filter((request) => mayWaitFor(userId, request, policy));
  const roster = await context.people.whoIs(
    workspaceId,
    [userId, ...mayWait.flatMap(peopleOf)],
    [
      ...new Set([
        ...everyGroup(policy),
        ...mayWait.flatMap((each) => [...each.policy.groups, ...policyNow(each, policy).groups]),
      ]),
    ],
    "of-a-minute",
  );
  // What waits stays in sight while Slack is silent about them.
  const standings = new Map([...roster.standings, [userId, "active"] as const]);
  const known = { ...roster, standings };
  const waiting: ChangeRequest[] = [];
  for (const request of mayWait) {
    const command = nextStepOf(request, userId, context.clock());
    const refusal = command ? await refusalNow(context, request, command, known) : "not-now";
    // The person who added its destination was not looked up: that is asked when they decide.
    if (refusal === undefined || refusal === "person-not-known") waiting.push(request);
  }
  const offices = { anywhere: namedAnywhere(policy), roster };
  const isApprover = whyMayNot("dispute-rail", { by: userId }, offices) === undefined;
  const adopting = new Set<string | null>(
    open.flatMap(({ content: { change } }) =>
      change.kind === "adopt-rail" ? [change.railId] : [],
    ),
  );
  return {
    approvals: waiting.filter(({ state }) => state.status === "pending"),
    remedies: waiting.filter(({ state }) => state.status !== "pending"),
    rails: isApprover ? rails.filter((row) => isUndecided(row, adopting)) : [],
    reviews: (await myReviews(context, at))?.mine.length ?? 0,
  };
}

const peopleOf = (request: ChangeRequest) => [
  request.requestedBy,
  ...request.approvals.map(({ by }) => by),
  ...proposersOf(request),
];

function isUndecided({ states, ref }: RailRow, adopting: ReadonlySet<string | null>): boolean {
  if (states.includes("disputed") || adopting.has(ref)) return false;
  return states.includes("elsewhere") || states.includes("reported");
}

function mayWaitFor(by: string, request: ChangeRequest, policy: Policy): boolean {
  if (request.state.status === "needs-a-person") {
    const { approvers, groups } = namedAnywhere(policy);
    return groups.length > 0 || approvers.includes(by);
  }
  if (request.state.status !== "pending") return false;
  const { people, groups } = awaited(request, policyNow(request, policy));
  return groups.length > 0 || people.includes(by);
}

/** What this person would do next: approve it, agree to what was proposed, or propose something. */
function nextStepOf(request: ChangeRequest, by: string, now: string): Command | undefined {
  const { digest, state } = request;
  if (state.status === "pending") {
    return {
      ...{ type: "approve", by, digest },
      ...{ check: null, answer: { asked: null, typed: null } },
    };
  }
  if (state.status !== "needs-a-person") return undefined;
  if (state.remedy) {
    return { type: "confirm-remedy", by, remedy: state.remedy.remedy };
  }
  const [type] = remediesFor(request, now).filter((each) => each === "close");
  return type && { type: "propose-remedy", by, remedy: { type } };
}
