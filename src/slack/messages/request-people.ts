import type { RichTextSection } from "@slack/types";
import type { ApprovalPolicy } from "../../domain/approval-policy.ts";
import { isNamedByBoth } from "../../domain/approval-policy.ts";
import { MOST_WRONG_ANSWERS } from "../../domain/challenge.ts";
import type { ChangeRequest } from "../../domain/change-request.ts";
import type { Leaf } from "../rich-text.ts";
import { date, lines, mentions, user } from "../rich-text.ts";

/** So many are named with the time of their approval; more of them by name alone, and a crowd by its number. */
const MOST_TIMED = 10;
const MOST_NAMED = 30;

/** Who has approved, and while it waits, who still can. */
export function requestPeople(
  request: ChangeRequest,
  currentPolicy: ApprovalPolicy,
): RichTextSection[] {
  const { approvals, state } = request;
  if (state.status !== "pending") {
    return approvals.length === 0 ? [] : [lines(["Approved: ", ...approvers(request)])];
  }
  const waitingFor = awaited(request, currentPolicy);
  return [
    lines([
      "Approved: ",
      ...(approvals.length === 0 ? ["nobody yet"] : approvers(request)),
      " · Waiting for ",
      ...(waitingFor.length === 0 ? ["nobody"] : mentions(waitingFor)),
    ]),
  ];
}

function approvers({ approvals }: ChangeRequest): Leaf[] {
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

/** Those who may still approve: named by both policies, not the requester, not heard yet, their attempt not ended. */
export function awaited(request: ChangeRequest, currentPolicy: ApprovalPolicy): string[] {
  const heard = new Set([
    request.requestedBy,
    ...request.approvals.map(({ by }) => by),
    ...outOfAttempts(request),
  ]);
  return request.policy.approvers.filter(
    (approver) => isNamedByBoth(approver, request.policy, currentPolicy) && !heard.has(approver),
  );
}

/** Those who have typed so many wrong groups that they cannot approve it any more. */
export function outOfAttempts({ wrongAnswers }: Pick<ChangeRequest, "wrongAnswers">): string[] {
  return Object.entries(wrongAnswers)
    .filter(([, times]) => times >= MOST_WRONG_ANSWERS)
    .map(([by]) => by);
}
