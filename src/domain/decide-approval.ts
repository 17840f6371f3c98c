import type { ApprovalPolicy, Standing } from "./approval-policy.ts";
import { isNamedByBoth } from "./approval-policy.ts";
import type { ChangeRequest } from "./change-request.ts";
import type { Circumstances, Decision, Refusal } from "./decision.ts";
import { accept, isIntact, isSameConnection, quorumOf, refuse } from "./decision.ts";

export type ApprovalCommand =
  | { type: "approve"; by: string; standing: Standing; digest: string }
  | { type: "deny"; by: string; standing: Standing; reason: string }
  | { type: "withdraw"; by: string }
  | { type: "expire" };

/** What people do to a request, and what time does to it. */
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
    case "withdraw":
      return withdraw(command, request, around);
    case "expire":
      return expire(request, around);
  }
}

function approve(
  { by, standing, digest }: Extract<ApprovalCommand, { type: "approve" }>,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  if (request.state.status !== "pending") return refuse("already-decided");
  if (by === request.requestedBy) return refuse("self-approval");
  const refusal = whyNotAnApprover(by, standing, request, around.policy);
  if (refusal) return refuse(refusal);
  if (around.now >= request.expiresAt) return refuse("expired");
  if (request.approvals.some((approval) => approval.by === by))
    return refuse("already-approved-by-you");
  if (digest !== request.digest || !isIntact(request)) return refuse("content-differs");
  if (!isSameConnection(request, around)) return refuse("connection-changed");
  const isLast = request.approvals.length + 1 >= quorumOf(request, around);
  return accept(
    around,
    { type: "approval-given", by, digest },
    ...(isLast ? [{ type: "approved" } as const] : []),
  );
}

function deny(
  { by, standing, reason }: Extract<ApprovalCommand, { type: "deny" }>,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  if (request.state.status !== "pending") return refuse("already-decided");
  const refusal = whyNotAnApprover(by, standing, request, around.policy);
  if (refusal) return refuse(refusal);
  return accept(around, { type: "denied", by, reason });
}

function withdraw({ by }: { by: string }, request: ChangeRequest, around: Circumstances): Decision {
  if (by !== request.requestedBy) return refuse("not-the-requester");
  if (isWaitingToSend(request)) return accept(around, { type: "withdrawn", by });
  return refuse(isUnderWay(request) ? "too-late-to-withdraw" : "already-decided");
}

function expire(request: ChangeRequest, around: Circumstances): Decision {
  if (!isWaitingToSend(request)) return refuse("already-decided");
  if (around.now < request.expiresAt) return refuse("not-expired-yet");
  return accept(around, { type: "expired" });
}

function whyNotAnApprover(
  by: string,
  standing: Standing,
  request: ChangeRequest,
  policy: ApprovalPolicy,
): Refusal | undefined {
  if (!isNamedByBoth(by, request.policy, policy)) return "not-an-approver";
  if (standing === "not-known") return "standing-not-known";
  if (standing !== "active") return "not-an-active-member";
  return undefined;
}

function isWaitingToSend({ state: { status } }: ChangeRequest): boolean {
  return status === "pending" || status === "approved" || status === "blocked";
}

function isUnderWay({ state: { status } }: ChangeRequest): boolean {
  return status === "sending" || status === "unknown" || status === "needs-a-person";
}
