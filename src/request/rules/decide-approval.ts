import type { Authority } from "../../authority/authority.ts";
import { isRequester, whyMayNot, whyNot } from "../../authority/judge.ts";
import { isOwn, lacking } from "../../authority/quorum.ts";
import { AUTHORITY } from "../../authority/table.ts";
import type { MiddleGroup } from "../../platform/payment-details/middle-group.ts";
import { isCaseSlip, isGroupRight } from "../../platform/payment-details/middle-group.ts";
import type { Check } from "./approval/challenge.ts";
import { CASE_SLIPS_COUNT_FROM, challengeOf, MOST_WRONG_ANSWERS } from "./approval/challenge.ts";
import type { CheckedIn } from "./approval/checked-in.ts";
import { countApprovals, isAddersAlone, lapsedEvent } from "./approval/count-approvals.ts";
import { officesFor, requirementsNow } from "./approval/requirements.ts";
import { deedOf } from "./change.ts";
import type { ChangeRequest } from "./change-request.ts";
import { isRailRequest } from "./change-request.ts";
import type { Circumstances, Decision } from "./decision.ts";
import { accept, isIntact, isSameConnection, refuse, refuseWithTrace } from "./decision.ts";
import { whyVoid } from "./kind-rules.ts";
import { isWaitingToSend, mayBeDone } from "./status.ts";

export type ApprovalCommand =
  | {
      type: "approve";
      by: string;
      digest: string;
      /** The demand that they show that they know the value from elsewhere; null if there is none. */
      check: Check | null;
      answer: Answer;
      /** Judges only the answer: the approval follows once everything is shown. */
      isForAnswer?: boolean;
    }
  | { type: "deny"; by: string; reason: string }
  /** Asks the requester, and decides nothing. */
  | { type: "ask"; by: string; question: string }
  | { type: "withdraw"; by: string }
  | { type: "expire" }
  /**
   * Its circumstances may have changed: ends the request if it can no longer be done as requested, or in any case if a
   * reason is given.
   */
  | { type: "void"; because?: string };

/** The group of the value that was asked for, counted from one, and the typed text; null for none. */
export interface Answer {
  asked: number | null;
  typed: string | null;
  checkedIn?: CheckedIn | null;
}

export function decideApproval(
  command: ApprovalCommand,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  switch (command.type) {
    case "approve":
      return approve(command, request, around);
    case "deny":
      return deny(command, request, around);
    case "ask":
      return ask(command, request, around);
    case "withdraw":
      return withdraw(command, request, around);
    case "expire":
      return expire(request, around);
    case "void":
      return voidIt(command, request, around);
  }
}

function approve(
  command: Extract<ApprovalCommand, { type: "approve" }>,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  if (request.state.status !== "pending") return refuse("already-decided");
  const { by, digest, check, answer } = command;
  const { roster } = around;
  const isTheirOwn = isOwn(by, [request.requestedBy], roster);
  if (isTheirOwn === "yes") return refuse("self-approval");
  const refusal = whyNot("approver", { by }, officesFor(request, around));
  if (refusal) return refuse(refusal);
  if (isTheirOwn === "not-known") return refuse("person-not-known");
  if (around.now >= request.expiresAt) return refuse("expired");
  const { counted, inDoubt, lapsed } = countApprovals(request, around);
  const earlier = [...counted, ...inDoubt];
  if (isOwn(by, earlier, roster) === "yes") return refuse("already-approved-by-you");
  if (digest !== request.digest || !isIntact(request)) return refuse("content-differs");
  if (!isSameConnection(request, around)) return refuse("connection-changed");
  if (around.overtaken !== undefined) return refuse("overtaken");
  if (whyVoid(request, around) !== undefined) return refuse("destination-not-usable");
  // Doubtful approvals are counted again before anything is sent.
  const approvers = [...earlier, by];
  const lacks = lacking(approvers, requirementsNow(request, around.policy), roster, "yes");
  const isLast = lacks.length === 0;
  const isAlone = isLast ? isAddersAlone(approvers, request, around) : "no";
  if (isAlone === "yes") return refuse("first-use-by-adder");
  if (isAlone === "not-known") return refuse("person-not-known");
  const challenge = check && challengeOf(request, by, check);
  const noAnswer = judged(answer, challenge, by, request, around);
  if (noAnswer) return noAnswer;
  if (command.isForAnswer) return accept(around);
  return accept(
    around,
    ...(lapsed.length > 0 ? [lapsedEvent(lapsed)] : []),
    {
      type: "approval-given",
      by,
      digest,
      isChecked: challenge !== null,
      ...(challenge && answer.checkedIn && { checkedIn: answer.checkedIn }),
    },
    ...(isLast ? [{ type: "approved" } as const] : []),
  );
}

/** Why the typed text is not enough; undefined if it is, or none was needed. */
function judged(
  { asked, typed }: Answer,
  challenge: MiddleGroup | null,
  by: string,
  request: ChangeRequest,
  around: Circumstances,
): Decision | undefined {
  const wrongSoFar = request.wrongAnswers[by] ?? 0;
  if (wrongSoFar >= MOST_WRONG_ANSWERS) return refuse("attempt-ended");
  if (!challenge) return undefined;
  const isAnswered = asked === challenge.challenge && typed !== null && typed.trim() !== "";
  if (!isAnswered) return refuse("answer-missing");
  if (isGroupRight(challenge, typed)) return undefined;
  const slips = (request.caseSlips?.[by] ?? 0) + 1;
  if (isCaseSlip(challenge, typed) && slips < CASE_SLIPS_COUNT_FROM) {
    return refuseWithTrace("case-slip", around, { type: "case-slip", by, times: slips });
  }
  const times = wrongSoFar + 1;
  const refusal = times >= MOST_WRONG_ANSWERS ? "attempt-ended" : "wrong-answer";
  return refuseWithTrace(refusal, around, { type: "wrong-answer", by, times });
}

function deny(
  { by, reason }: Extract<ApprovalCommand, { type: "deny" }>,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  const { stoppedBy }: Authority = AUTHORITY[deedOf(request.content.change)];
  if (stoppedBy === null || !isWaitingToSend(request)) return refuse("already-decided");
  const offices = { anywhere: around.approvers, roster: around.roster };
  const refusal = whyNot(stoppedBy, { by }, offices);
  if (refusal) return refuse(refusal);
  return accept(around, { type: "denied", by, reason });
}

function ask(
  { by, question }: Extract<ApprovalCommand, { type: "ask" }>,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  if (request.state.status !== "pending") return refuse("already-decided");
  const refusal = whyMayNot("ask-requester", { by }, officesFor(request, around));
  return refusal ? refuse(refusal) : accept(around, { type: "question-asked", by, question });
}

function withdraw({ by }: { by: string }, request: ChangeRequest, around: Circumstances): Decision {
  if (!isRequester(by, request)) return refuse("not-the-requester");
  if (isWaitingToSend(request)) return accept(around, { type: "withdrawn", by });
  if (mayBeDone(request)) return refuse("too-late-to-withdraw");
  const isRail = isRailRequest(request) && request.state.status === "quarantined";
  return refuse(isRail ? "rail-exists" : "already-decided");
}

function expire(request: ChangeRequest, around: Circumstances): Decision {
  if (!isWaitingToSend(request)) return refuse("already-decided");
  if (around.now < request.expiresAt) return refuse("not-expired-yet");
  return accept(around, { type: "expired" });
}

function voidIt(
  command: { because?: string },
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  if (!isWaitingToSend(request)) return refuse("already-decided");
  const because = command.because ?? whyVoid(request, around);
  return because === undefined ? refuse("not-now") : accept(around, { type: "voided", because });
}
