import type { RichTextSection } from "@slack/types";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import { date, everyone, lines, mentions, user } from "../../platform/slack/blocks/rich-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { ApprovalPolicy } from "../rules/approval/approval-policy.ts";
import { approvalCount, approvalsStanding, awaited } from "../rules/approval/awaited.ts";
import type { Lapsed, LapsedBecause } from "../rules/approval/lapsed.ts";
import { requirementsNow } from "../rules/approval/requirements.ts";
import type { Approval, ChangeRequest } from "../rules/change-request.ts";

/** A few are named with the time of their approval; more of them by name alone, and a crowd by its number. */
const MOST_TIMED = 10;
const MOST_NAMED = 30;

/** Those who have approved; while it waits, also those who still can and those whose approval lapsed. */
export function requestPeople(
  request: ChangeRequest,
  currentPolicy: ApprovalPolicy,
): RichTextSection[] {
  const { approvals, state } = request;
  if (state.status !== "pending") {
    return approvals.length === 0 ? [] : [lines(["Approved: ", ...approvers(approvals)])];
  }
  const standing = approvalsStanding(request, currentPolicy);
  const lapsed = [...(state.lapsed ?? []), ...takenOut(approvals, standing)];
  return [
    lines(
      [
        "Approved: ",
        ...(standing.length === 0 ? ["nobody yet"] : approvers(standing)),
        ...waiting(request, currentPolicy),
      ],
      ...wantedByRules(request, currentPolicy),
      ...(lapsed.length === 0 ? [] : [["No longer counted: ", ...lapsedLeaves(lapsed)]]),
    ),
  ];
}

/** Only where several rules have a say: one approver may count for more than one of them. */
function wantedByRules(request: ChangeRequest, currentPolicy: ApprovalPolicy): Leaf[][] {
  const { lacks } = approvalCount(request, currentPolicy);
  if (requirementsNow(request, currentPolicy).length < 2 || lacks.length === 0) return [];
  const wanted = lacks.map(
    ({ rule, wanted: more }) => `${more} of the approvers of “${rule ?? "no rule"}”`,
  );
  return [
    [`Still needed: ${wanted.join(" and ")}. Somebody whom several rules name counts for each.`],
  ];
}

function waiting(request: ChangeRequest, currentPolicy: ApprovalPolicy): Leaf[] {
  const { people, groups, quiet } = awaited(request, currentPolicy);
  const asked = everyone(people, groups);
  if (asked.length === 0 && quiet.length === 0) return [" · Waiting for nobody"];
  const others = counted(quiet.length, asked.length > 0 ? "other" : "approver");
  const unmentioned = quiet.length > 0 ? [`${others}, not mentioned here`] : [];
  const and = asked.length > 0 && quiet.length > 0 ? [" and "] : [];
  return [" · Waiting for ", ...asked, ...and, ...unmentioned];
}

/** Approvers who were taken out of the policy count no more, although nothing lapses before the next decision. */
const takenOut = (approvals: readonly Approval[], standing: readonly Approval[]): Lapsed[] =>
  approvals
    .filter((each) => !standing.includes(each))
    .map(({ by }) => ({ by, because: "not-named" }));

function approvers(approvals: readonly Approval[]): Leaf[] {
  if (approvals.length > MOST_TIMED) {
    return mentions(
      approvals.map(({ by }) => by),
      MOST_NAMED,
    );
  }
  return approvals.flatMap(({ by, at }, index) => [
    index === 0 ? "" : ", ",
    user(by),
    " ",
    date(at),
  ]);
}

const MOST_TOLD = 10;

export function lapsedLeaves(lapsed: readonly Lapsed[]): Leaf[] {
  const told = lapsed.slice(-MOST_TOLD).flatMap(({ by, because }, index) => {
    const why = ` (${WHY[because]})`;
    return index > 0 ? [", ", user(by), why] : [user(by), why];
  });
  const left = lapsed.length - MOST_TOLD;
  return left > 0 ? [...told, `, and ${left} before`] : told;
}

const WHY: Record<LapsedBecause, string> = {
  requester: "it is another account of whoever asked",
  "same-person": "it is another account of someone who has approved",
  "not-named": "no longer named as an approver, nor in a group that is",
  "content-differs": "what was approved is not what stands here",
  "connection-changed": "the connection to the Rail service has changed",
  deactivated: "the account is deactivated",
  bot: "it is a bot",
  guest: "a guest now",
  stranger: "not of this workspace",
};
