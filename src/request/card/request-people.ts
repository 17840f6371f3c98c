import type { RichTextSection } from "@slack/types";
import type { Line, Lines } from "../../platform/slack/blocks/rich-text.ts";
import { everyone, lines, mentions, user } from "../../platform/slack/blocks/rich-text.ts";
import type { ApprovalPolicy } from "../rules/approval/approval-policy.ts";
import { approvalCount, approvalsStanding, awaited } from "../rules/approval/awaited.ts";
import type { Lapsed, LapsedBecause } from "../rules/approval/lapsed.ts";
import { requirementsNow } from "../rules/approval/requirements.ts";
import type { Approval, ChangeRequest } from "../rules/change-request.ts";
import type { RequestFacts } from "./request-facts.ts";

/** A crowd is told by its number. */
const MOST_NAMED = 30;

type Progress = Pick<RequestFacts, "request" | "currentPolicy" | "instructionsWentTo">;

/** Behind the status, on its line: ` · @ben approved · needs @cal or @dan` while it waits, and what a finished one came to. */
export function progress({ request, currentPolicy, instructionsWentTo }: Progress): Line {
  if (request.state.status === "done") {
    // The button leads to those that are in a channel.
    const alone = instructionsWentTo === "direct-message";
    return [
      " · The Rail is live and matches the approval.",
      ...(alone ? [" Its deposit instructions were sent to ", user(request.requestedBy), "."] : []),
    ];
  }
  if (request.state.status !== "pending") return [];
  const standing = approvalsStanding(request, currentPolicy);
  return [
    ...(standing.length === 0 ? [] : [" · ", ...approvers(standing), " approved"]),
    ...waiting(request, currentPolicy),
  ];
}

/** While it waits: the rules that still need approvals, and the approvals that lapsed. */
export function requestPeople(
  request: ChangeRequest,
  currentPolicy: ApprovalPolicy,
): RichTextSection[] {
  const { approvals, state } = request;
  if (state.status !== "pending") return [];
  const standing = approvalsStanding(request, currentPolicy);
  const lapsed = [...(state.lapsed ?? []), ...takenOut(approvals, standing)];
  const rows = [
    ...wantedByRules(request, currentPolicy),
    ...(lapsed.length === 0 ? [] : [["No longer counted: ", ...lapsedLeaves(lapsed)]]),
  ];
  return rows.length === 0 ? [] : [lines(...rows)];
}

/** Only for several rules: one approver may count for more than one of them. */
function wantedByRules(request: ChangeRequest, currentPolicy: ApprovalPolicy): Lines {
  const { lacks } = approvalCount(request, currentPolicy);
  if (requirementsNow(request, currentPolicy).length < 2 || lacks.length === 0) return [];
  const wanted = lacks.map(
    ({ rule, wanted: more }) => `${more} of the approvers of “${rule ?? "no rule"}”`,
  );
  return [
    [`Still needed: ${wanted.join(" and ")}. Somebody whom several rules name counts for each.`],
  ];
}

function waiting(request: ChangeRequest, currentPolicy: ApprovalPolicy): Line {
  const { people, groups } = awaited(request, currentPolicy);
  const asked = everyone(people, groups);
  if (asked.length === 0) return [" · nobody left to approve"];
  const { missing } = approvalCount(request, currentPolicy);
  const word = groups.length === 0 && people.length <= missing ? " and " : " or ";
  return [" · needs ", ...joined(asked, word)];
}

/** `@cal, @dan or @eve`; `and` where it takes all of them. */
const joined = (asked: Line, word: string): Line =>
  asked.map((leaf, index) => (index === asked.length - 2 && leaf === ", " ? word : leaf));

/** Approvers removed from the policy no longer count, although nothing lapses before the next decision. */
const takenOut = (approvals: readonly Approval[], standing: readonly Approval[]): Lapsed[] =>
  approvals
    .filter((each) => !standing.includes(each))
    .map(({ by }) => ({ by, because: "not-named" }));

const approvers = (approvals: readonly Approval[]): Line =>
  mentions(
    approvals.map(({ by }) => by),
    MOST_NAMED,
  );

const MOST_TOLD = 10;

export function lapsedLeaves(lapsed: readonly Lapsed[]): Line {
  const told = lapsed.slice(-MOST_TOLD).flatMap(({ by, because }, index) => {
    const why = ` (${WHY[because]})`;
    return index > 0 ? [", ", user(by), why] : [user(by), why];
  });
  const left = lapsed.length - MOST_TOLD;
  return left > 0 ? [...told, `, and ${left} before`] : told;
}

const WHY: Record<LapsedBecause, string> = {
  requester: "it is another account of the requester",
  "same-person": "it is another account of someone who has approved",
  "not-named": "no longer named as an approver, nor in a group that is",
  "content-differs": "what was approved differs from what is shown here",
  "connection-changed": "the connection to the Rail service has changed",
  deactivated: "the account is deactivated",
  bot: "it is a bot",
  guest: "a guest now",
  stranger: "not of this workspace",
};
