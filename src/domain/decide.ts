import type { ChangeRequest } from "./change-request.ts";
import type { ApprovalCommand } from "./decide-approval.ts";
import { decideApproval } from "./decide-approval.ts";
import type { CreationCommand } from "./decide-creation.ts";
import { decideCreation } from "./decide-creation.ts";
import type { Circumstances, Decision } from "./decision.ts";

export type Command = ApprovalCommand | CreationCommand;

/** Decides what a command does to a request. Total; reads no clock, no store and no configuration. */
export function decide(command: Command, request: ChangeRequest, around: Circumstances): Decision {
  switch (command.type) {
    case "approve":
    case "deny":
    case "withdraw":
    case "expire":
      return decideApproval(command, request, around);
    case "claim":
    case "interrupted":
    case "record":
    case "scanned":
    case "could-not-look":
    case "read-back":
    case "posted":
      return decideCreation(command, request, around);
  }
}
